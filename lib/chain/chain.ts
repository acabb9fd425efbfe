import {
  createPublicClient,
  defineChain,
  http,
  type PublicClient,
  type Chain as ViemChain,
} from 'viem'
import { multicall3 } from '@/lib/core/multicall3'
import type { Network } from '@/lib/core/networks/network'

/** The I/O handle of one network: its parameters and a client for its JSON-RPC endpoint. */
export type Chain = {
  readonly network: Network
  readonly rpcUrl: string
  readonly client: PublicClient
}

/** Converts a network to viem's chain definition. */
export function viemChain(network: Network, rpcUrl: string): ViemChain {
  return defineChain({
    id: network.chainId,
    name: network.title,
    nativeCurrency: { name: network.nativeSymbol, symbol: network.nativeSymbol, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: multicall3 } },
  })
}

/**
 * Creates the client of a network's JSON-RPC endpoint. Sends nothing before the first use.
 *
 * `cacheTime: 0` because a cached head hides a reorg from the indexer.
 */
export function openChain(network: Network, rpcUrl: string): Chain {
  const client = createPublicClient({
    chain: viemChain(network, rpcUrl),
    transport: http(rpcUrl, { timeout: 5_000, retryCount: 1, retryDelay: 100 }),
    cacheTime: 0,
  })
  return { network, rpcUrl, client: client as PublicClient }
}
