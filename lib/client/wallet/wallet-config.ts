import { type Chain, defineChain } from 'viem'
import { cookieStorage, createConfig, createStorage, http } from 'wagmi'
import type { Settings } from '@/lib/api/pages'
import { multicall3 } from '@/lib/core/networks'
import { demoAddresses } from './demo-accounts'
import { demoConnector } from './demo-connector'

/**
 * The wallet configuration of this instance's networks; a new one per request on the server.
 *
 * Every chain is reached through the relay of this origin. Injected wallets announce themselves by
 * EIP-6963; the demo wallet is there where a network is embedded.
 */
export function createWalletConfig(settings: Settings, origin: string) {
  const chains = settings.networks.map((network) => toChain(network, origin))
  const [first, ...others] = chains
  if (!first) throw new Error('this instance serves no network')
  const embedded = settings.networks.filter((network) => network.embedded)
  const embeddedIds = embedded.map(({ chainId }) => chainId)
  return createConfig({
    chains: [first, ...others],
    transports: Object.fromEntries(
      chains.map((chain) => [chain.id, http(undefined, { batch: { wait: 16 } })]),
    ),
    connectors:
      embedded.length > 0 ? demoAddresses.map((_, index) => demoConnector(index, embeddedIds)) : [],
    ssr: true,
    storage: createStorage({ storage: cookieStorage, key: 'coincide' }),
  })
}

function toChain(network: Settings['networks'][number], origin: string): Chain {
  return defineChain({
    id: network.chainId,
    name: network.title,
    nativeCurrency: { name: network.nativeSymbol, symbol: network.nativeSymbol, decimals: 18 },
    rpcUrls: { default: { http: [`${origin}/${network.name}/rpc`] } },
    contracts: { multicall3: { address: multicall3 } },
    testnet: !network.realMoney,
  })
}
