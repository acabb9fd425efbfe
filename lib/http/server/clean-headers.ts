import type { IncomingHttpHeaders } from 'node:http'

const internal =
  /^(?:x-middleware-|x-nonce$|x-nextjs-(?!(?:html-)?request-id$)|x-invoke-|next-action$|content-security-policy)/

type Sender = { readonly clientAddress: string; readonly trustedProxies: number }

/**
 * Removes, in place, what a client must not tell Next: headers that Next or the front server set
 * themselves. `X-Forwarded-For` becomes the client's address; the other forwarded headers stay only
 * where proxies are trusted. (`rsc` and `next-router-*` stay, since navigation in the pages sends
 * them, and so do the two request ids, for which it waits in development.)
 */
export function cleanPageHeaders(headers: IncomingHttpHeaders, sender: Sender): void {
  for (const name of Object.keys(headers)) {
    const forwarded = name === 'forwarded' || name.startsWith('x-forwarded-')
    if (internal.test(name) || (forwarded && sender.trustedProxies === 0)) delete headers[name]
  }
  headers['x-forwarded-for'] = sender.clientAddress
}
