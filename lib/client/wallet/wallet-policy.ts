import type { Settings } from '@/lib/api/docs/pages'

/** Which wallets may use a network. */
export type WalletPolicy =
  /** The demo wallet only: a signature given here would also be valid where tokens have value. */
  | 'demo-only'
  /** Any wallet, once it is verified to be on this very chain. */
  | 'checked'
  /** Any wallet. */
  | 'any'

/** Returns which wallets may use a network. */
export function walletPolicy(network: Settings['networks'][number]): WalletPolicy {
  if (!network.embedded) return 'any'
  return network.realMoney ? 'demo-only' : 'checked'
}

/**
 * Returns whether a connected wallet follows the page's network automatically: the demo wallet on embedded networks.
 */
export const followsPageNetwork = (
  network: Settings['networks'][number],
  connectorType: string | undefined,
): boolean => connectorType === 'demo' && network.embedded

/** Returns whether a connected wallet may sign for a network; `connectorType` is wagmi's. */
export function mayUseWallet(
  network: Settings['networks'][number],
  connectorType: string | undefined,
): boolean {
  if (connectorType === 'demo') return network.embedded
  // Remote wallets do not know the chains of this machine.
  if (connectorType === 'walletConnect' || connectorType === 'safe') return !network.embedded
  return walletPolicy(network) !== 'demo-only'
}
