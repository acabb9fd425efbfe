import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '@/lib/config'
import { embedHeader, embedPath, offlinePath } from '@/lib/core/page-paths'
import type { WalletSettings } from '@/lib/core/settings/wallet-settings'

/** Headers of a page, and the nonce of its scripts and styles. */
export type PageHeaders = {
  readonly nonce: string
  readonly policy: string
  readonly headers: Readonly<Record<string, string>>
}

type Mode = 'production' | 'development'

/** A page request: the path without its query. */
type PageRequest = { readonly path: string; readonly mode: Mode }

/**
 * Returns headers that open files to other origins: the manifest, which Safe's pages fetch to list this service as a Safe
 * App, its icon, and the script that embeds the trade card. All other files stay closed.
 */
export function openFileHeaders(path: string): Readonly<Record<string, string>> {
  const isOpen = path === '/manifest.json' || path === '/icon.svg' || path === '/embed.js'
  return {
    ...(isOpen && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    ...(path === '/manifest.json' && { 'Access-Control-Allow-Origin': '*' }),
  }
}

/** Builds the security headers of one page view. The nonce is new each time, so the page must not be cached. */
export function pageHeaders(config: Config, { path, mode }: PageRequest): PageHeaders {
  const nonce = randomBytes(16).toString('base64')
  const framers = framersOf(config.wallets, path)
  const policy =
    path === offlinePath ? shellPolicy : contentPolicy(config.wallets, { nonce, mode, framers })
  const secure = config.publicUrl?.startsWith('https:') ?? false
  return {
    nonce,
    policy,
    headers: {
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      // It cannot list origins, so frame-ancestors in the policy replaces it for pages that some may frame.
      ...(framers.length > 0 ? {} : { 'X-Frame-Options': 'DENY' }),
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=()',
      // Wallets open popups that talk back to the page.
      'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
    },
  }
}

/** Origins that may show a page in a frame: the card's hosts see the card only, a Safe all other pages. */
function framersOf(
  { safeAppOrigins, embedOrigins }: WalletSettings,
  path: string,
): readonly string[] {
  if (path === offlinePath) return []
  return path === embedPath ? embedOrigins : safeAppOrigins
}

/** The offline page's policy. Browsers keep that page, so it has no nonce and loads files of this origin only. */
const shellPolicy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["manifest-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"],
].join('; ')

/**
 * Hashes of the style element that the toast library (sonner 2.0.8) adds without a nonce: first empty, then
 * with its style sheet. An e2e test fails when an update changes them.
 */
const toastStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
]

function contentPolicy(
  { walletConnect }: WalletSettings,
  {
    nonce,
    mode,
    framers,
  }: { readonly nonce: string; readonly mode: Mode; readonly framers: readonly string[] },
): string {
  const isDev = mode === 'development'
  const directives = {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(isDev ? ["'unsafe-eval'"] : []),
    ],
    // A nonce would disable 'unsafe-inline', which the development overlay needs.
    'style-src': [
      "'self'",
      ...(isDev ? ["'unsafe-inline'"] : [`'nonce-${nonce}'`, ...toastStyles]),
    ],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    // Pages reach chains through this origin's RPC relay, and remote wallets through WalletConnect's.
    'connect-src': [
      "'self'",
      ...(walletConnect ? [walletConnect.relayUrl] : []),
      ...(isDev ? ['ws:'] : []),
    ],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-ancestors': framers.length > 0 ? framers : ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

const internal =
  /^(?:x-middleware-|x-nonce$|x-embed$|x-nextjs-(?!(?:html-)?request-id$)|x-invoke-|next-action$|content-security-policy)/

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

/** Returns the header that makes the pages render the card alone with the theme of its parameters; none elsewhere. */
export function embedHeaders(path: string, search: string): Readonly<Record<string, string>> {
  if (path !== embedPath) return {}
  const theme = new URLSearchParams(search).get('theme') ?? ''
  return { [embedHeader]: /^(?:light|dark)$/.test(theme) ? theme : 'auto' }
}
