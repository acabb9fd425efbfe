import type { IncomingHttpHeaders } from 'node:http'

const internal =
  /^(?:x-middleware-|x-nonce$|x-nextjs-(?!(?:html-)?request-id$)|x-invoke-|next-action$|content-security-policy)/

type Sender = { readonly clientAddress: string; readonly trustedProxies: number }

/**
 * Removes, in place, headers that only Next or the front server may set. Sets `X-Forwarded-For` to the client's
 * address; other forwarded headers stay only behind trusted proxies. `rsc` and `next-router-*` stay because
 * client-side navigation sends them. The two request ids stay because navigation waits for them in development.
 */
export function cleanPageHeaders(headers: IncomingHttpHeaders, sender: Sender): void {
  for (const name of Object.keys(headers)) {
    const forwarded = name === 'forwarded' || name.startsWith('x-forwarded-')
    if (internal.test(name) || (forwarded && sender.trustedProxies === 0)) delete headers[name]
  }
  headers['x-forwarded-for'] = sender.clientAddress
}
