import type { RequestMeta } from '@/lib/api/declare/endpoint'
import type { Browser } from '@/lib/sessions/browser'

/** Shared declaration of the sign-in and sign-out endpoints. */
export const ofBrowser = { tag: 'Account', access: 'browser' } as const

/** Returns the calling browser of an endpoint with access `browser`. */
export function browserOf({ browser }: RequestMeta): Browser {
  if (browser) return browser
  throw new Error('called without a browser: the endpoint has another access')
}
