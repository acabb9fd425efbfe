/** Ways to connect a wallet other than browser wallets. */
export type WalletSettings = {
  /** Undefined: the pages do not offer WalletConnect. */
  readonly walletConnect: { readonly projectId: string; readonly relayUrl: string } | undefined
  /** Origins that may embed the pages as a Safe app; empty: no site may frame them. */
  readonly safeAppOrigins: readonly string[]
  /** Origins that may embed the trade card (`/embed`), with their own wallet; empty: no site may frame it. */
  readonly embedOrigins: readonly string[]
}

type Variables = {
  readonly projectId: string | undefined
  readonly relayUrl: string | undefined
  readonly safeAppOrigins: string | undefined
  readonly embedOrigins: string | undefined
}

const publicRelay = 'wss://relay.walletconnect.org'

/**
 * Parses the wallet settings.
 *
 * @throws {Error} naming the variable with a malformed address.
 */
export function parseWallets(variables: Variables): WalletSettings {
  const { projectId, relayUrl, safeAppOrigins, embedOrigins } = variables
  const relay = socketOrigin(relayUrl ?? publicRelay)
  if (!relay) throw new Error('WALLETCONNECT_RELAY_URL: must be a wss or ws address')
  return {
    walletConnect: projectId === undefined ? undefined : { projectId, relayUrl: relay },
    safeAppOrigins: parseOrigins('SAFE_APP_ORIGINS', safeAppOrigins),
    embedOrigins: parseOrigins('EMBED_ORIGINS', embedOrigins),
  }
}

function parseOrigins(name: string, list = ''): string[] {
  const texts = list.split(',').map((text) => text.trim())
  return texts.filter((text) => text !== '').map((text) => parseFrameOrigin(name, text))
}

function parseFrameOrigin(name: string, text: string): string {
  // Becomes part of the Content-Security-Policy, where `*` would admit every origin.
  const isOrigin = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(text) && URL.canParse(text)
  // A message's origin names no default port, so one that is configured would never match.
  if (isOrigin && new URL(text).origin === text) return text
  throw new Error(
    `${name}: ${text} is no origin; list origins as https://app.example, separated by commas, without a path, a wildcard or a default port`,
  )
}

/** `URL.origin` is "null" for wss. */
function socketOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^wss?:$/.test(url.protocol) ? `${url.protocol}//${url.host}` : undefined
}
