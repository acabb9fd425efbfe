import type { Config } from 'wagmi'
import type { Settings } from '@/lib/api/docs/pages'
import { askWallet } from './ask-wallet'

type Network = Settings['networks'][number]

/** An embedded network's parameters for a wallet: name and RPC URL. */
export const embeddedParameters = ({ title, rpcUrl }: Network) =>
  rpcUrl && { chainName: `${title} (embedded)`, rpcUrls: [rpcUrl] }

/**
 * Switches the connected wallet to a network; adds it if it is unknown (4902), an embedded one by its RPC URL.
 * @throws the wallet's error: 4001 if its owner declines.
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
