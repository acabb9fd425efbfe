/** Ways to connect a wallet other than browser wallets. */
export type WalletSettings = {
  /** Undefined: the pages do not offer WalletConnect. */
  readonly walletConnect: { readonly projectId: string; readonly relayUrl: string } | undefined
  /** Origins that may embed the pages as a Safe app; empty: no site may frame them. */
  readonly safeAppOrigins: readonly string[]
}

type Variables = {
  readonly projectId: string | undefined
  readonly relayUrl: string | undefined
  readonly safeAppOrigins: string | undefined
}

const publicRelay = 'wss://relay.walletconnect.org'

/**
 * Parses the wallet settings.
 *
 * @throws {Error} naming the variable with a malformed address.
 */
export function parseWallets({ projectId, relayUrl, safeAppOrigins }: Variables): WalletSettings {
  const relay = socketOrigin(relayUrl ?? publicRelay)
  if (!relay) throw new Error('WALLETCONNECT_RELAY_URL: must be a wss or ws address')
  return {
    walletConnect: projectId === undefined ? undefined : { projectId, relayUrl: relay },
    safeAppOrigins: (safeAppOrigins ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .map(parseSafeOrigin),
  }
}

function parseSafeOrigin(text: string): string {
  // Becomes part of the Content-Security-Policy, where `*` would admit every origin.
  if (/^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(text)) return text
  throw new Error('SAFE_APP_ORIGINS: must be origins as https://app.safe.global, by commas')
}

/** `URL.origin` is "null" for wss. */
function socketOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^wss?:$/.test(url.protocol) ? `${url.protocol}//${url.host}` : undefined
}
