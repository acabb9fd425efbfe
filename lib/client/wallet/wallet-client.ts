import type { Config } from 'wagmi'
import { getConnection, getConnectorClient, switchChain } from 'wagmi/actions'

/**
 * The connected wallet on a network, moved there first when it is on another one.
 *
 * @throws whatever the wallet throws: 4001 declined, 4902 it does not know the network.
 */
export async function walletClientOn(config: Config, chainId: number) {
  if (getConnection(config).chainId !== chainId) await switchChain(config, { chainId })
  return getConnectorClient(config, { chainId })
}
