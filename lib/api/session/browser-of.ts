import type { RequestMeta } from '@/lib/api/declare/endpoint'
import type { Browser } from '@/lib/sessions/browser'

/** What the endpoints have in common by which accounts sign in and out. */
export const ofBrowser = { tag: 'Account', access: 'browser' } as const

/** The browser that asks an endpoint of access `browser`. */
export function browserOf({ browser }: RequestMeta): Browser {
  if (browser) return browser
  throw new Error('no browser asks: the endpoint is of another access')
}
