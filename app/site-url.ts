import { headers } from 'next/headers'
import { getContext } from '@/lib/context'

/** Where the pages are reached: as the operator says, else as this request has reached them. */
export async function siteUrl(): Promise<string> {
  const host = (await headers()).get('host') ?? 'localhost:3000'
  return getContext().config.publicUrl ?? `http://${host}`
}
