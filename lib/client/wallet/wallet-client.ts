import type { Config } from 'wagmi'
import { getConnection, getConnectorClient } from 'wagmi/actions'
import type { Settings } from '@/lib/api/docs/pages'
import { switchNetwork } from './switch-network'

/**
 * Returns the connected wallet on a network, after switching to it if necessary.
 * @throws the wallet's error: 4001 declined.
 */
export async function walletClientOn(config: Config, network: Settings['networks'][number]) {
  const { chainId } = network
  if (getConnection(config).chainId !== chainId) await switchNetwork(config, network)
  return getConnectorClient(config, { chainId })
}
