import { headers } from 'next/headers'
import { getContext } from '@/lib/context'

/** Returns the pages' origin: the configured one, else that of the request. */
export async function siteUrl(): Promise<string> {
  const host = (await headers()).get('host') ?? 'localhost:3000'
  return getContext().config.publicUrl ?? `http://${host}`
}
