import { type CreateConnectorFn, injected } from 'wagmi'
import type { HostProvider } from '@/lib/client/embed/host-bridge'

/** The connector's id. */
export const hostWalletId = 'host'

/**
 * The wallet of the page that embeds the card, as its connector. The host page decides which accounts the card sees, so
 * connecting requests no further permissions and disconnecting revokes none.
 */
export function hostWallet(provider: HostProvider): CreateConnectorFn {
  const target = { id: hostWalletId, name: 'Host page', provider }
  return injected({ shimDisconnect: false, target: () => target as never })
}
