import type { Config } from 'wagmi'
import type { Settings } from '@/lib/api/docs/pages'
import { askWallet } from './ask-wallet'

type Network = Settings['networks'][number]

/** What a wallet is told of an embedded network beside its chain id: its name, and the address of its own. */
export const embeddedParameters = ({ title, rpcUrl }: Network) =>
  rpcUrl && { chainName: `${title} (embedded)`, rpcUrls: [rpcUrl] }

/**
 * Has the connected wallet turn to a network; one that does not know it (4902) is told how to reach it, an embedded one
 * by its own address.
 *
 * @throws whatever the wallet throws: 4001 when its owner declines.
 */
export async function switchNetwork(config: Config, network: Network): Promise<void> {
  const { chainId } = network
  // Most wallets are there already.
  const { switchChain } = await import('wagmi/actions')
  const how = embeddedParameters(network)
  await askWallet(() =>
    switchChain(config, { chainId, ...(how && { addEthereumChainParameter: how }) }),
  )
}
