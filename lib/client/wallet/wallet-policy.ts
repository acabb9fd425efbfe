import type { Settings } from '@/lib/api/docs/pages'

/** Which wallets a network may be used with. */
export type WalletPolicy =
  /** The demo wallet only: a signature given here would be valid where tokens are worth money. */
  | 'demo-only'
  /** Any wallet, once it is sure that it talks to this very chain. */
  | 'checked'
  /** Any wallet. */
  | 'any'

/** Which wallets a network may be used with. */
export function walletPolicy(network: Settings['networks'][number]): WalletPolicy {
  if (!network.embedded) return 'any'
  return network.realMoney ? 'demo-only' : 'checked'
}

/** Whether a connected wallet turns to the network that is shown by itself: the demo wallet, where that is embedded. */
export const followsPages = (
  network: Settings['networks'][number],
  connectorType: string | undefined,
): boolean => connectorType === 'demo' && network.embedded

/** Whether a connected wallet may sign for a network; `connectorType` is wagmi's. */
export function mayUseWallet(
  network: Settings['networks'][number],
  connectorType: string | undefined,
): boolean {
  if (connectorType === 'demo') return network.embedded
  // They are elsewhere, and know no chain of this machine.
  if (connectorType === 'walletConnect' || connectorType === 'safe') return !network.embedded
  return walletPolicy(network) !== 'demo-only'
}
