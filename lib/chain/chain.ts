import {
  createPublicClient,
  defineChain,
  http,
  type PublicClient,
  type Chain as ViemChain,
} from 'viem'
import { multicall3 } from '@/lib/core/multicall3'
import type { Network } from '@/lib/core/networks/network'
import { hostOf } from '@/lib/core/settings/rpc-urls'

/**
 * Makes an HTTP request to a node, unless the node must not be used, and notes whether it answered. `method` is that of the
 * JSON-RPC request, or `batch`.
 */
export type NodeGuard = (request: () => Promise<Response>, method: string) => Promise<Response>

/** The I/O handle of a network at one of its nodes. */
export type Chain = {
  readonly network: Network
  /** The node's endpoint, which may hold a key: use `host` to name it. */
  readonly rpcUrl: string
  readonly host: string
  readonly client: PublicClient
  /** Every request to `rpcUrl` past `client` goes through it. */
  readonly guard: NodeGuard
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
 * Creates the handle of a network at one JSON-RPC endpoint. Sends nothing before the first use.
 *
 * `cacheTime: 0` because a cached head hides a reorg from the indexer.
 */
export function openChain(
  network: Network,
  rpcUrl: string,
  guard: NodeGuard = (request) => request(),
): Chain {
  const client = createPublicClient({
    chain: viemChain(network, rpcUrl),
    transport: http(rpcUrl, {
      timeout: 5_000,
      retryCount: 1,
      retryDelay: 100,
      fetchFn: (input, init) => guard(() => fetchInTime(input, init), methodOf(init?.body)),
    }),
    cacheTime: 0,
  })
  return { network, rpcUrl, host: hostOf(rpcUrl), client: client as PublicClient, guard }
}

/** Our own code chose the method, and viem writes it before the parameters. */
function methodOf(body: RequestInit['body']): string {
  if (typeof body !== 'string' || body.startsWith('[')) return 'batch'
  return /^[^[]{0,80}?"method":"(\w{1,60})"/.exec(body)?.[1] ?? 'other'
}

/** viem aborts a request only on its timeout; without this, the error looks like an abort by the caller. */
async function fetchInTime(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init)
  } catch (error) {
    if (init?.signal?.aborted) throw new DOMException('no answer in time', 'TimeoutError')
    throw error
  }
}
