import { type Context, defineLoader } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import type { Chain } from './chain'
import { boundedRequest } from './reads/bounded-request'

/** Maximum response: a block's header with the hashes of its transactions. */
const responseBytes = 1_048_576

/**
 * Returns the hash of a network's newest block, requested after the call. Concurrent callers share one request.
 *
 * @throws {ServiceError} InternalServerError when the node cannot answer; ServiceUnavailable if none is configured.
 */
export async function readHead(ctx: Context, chainId: number): Promise<Hex | undefined> {
  return readTogether(ctx, 'head', chainId)
}

const readTogether = defineLoader<'head', Hex | undefined, number>(
  'chain/head',
  async (ctx, _, chainId) => new Map([['head', await fetchHead(ctx, chainId)]]),
  { size: 1_000 },
)

/**
 * Returns the number of a network's newest block.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readHeadNumber({ client, network }: Chain): Promise<bigint> {
  return client.getBlockNumber().catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
}

function fetchHead(ctx: Context, chainId: number): Promise<Hex | undefined> {
  const request = { method: 'eth_getBlockByNumber', params: ['latest', false], responseBytes }
  return boundedRequest(ctx, { chainId, ...request }, (block) => {
    const { hash } = (block ?? {}) as { hash?: unknown }
    return typeof hash === 'string' ? parseHex(hash, 32) : undefined
  })
}
