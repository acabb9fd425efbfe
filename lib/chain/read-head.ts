import { type Context, defineLoader } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import type { Chain } from './chain'
import { boundedRequest } from './reads/bounded-request'

/** Bytes of a block's header with the hashes of its transactions. */
const responseBytes = 1_048_576

/**
 * The hash of a network's newest block, asked after the call; who calls at the same time shares an answer.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say; ServiceUnavailable without one.
 */
export async function readHead(ctx: Context, chainId: number): Promise<Hex | undefined> {
  return readTogether(ctx, 'head', chainId)
}

const readTogether = defineLoader<'head', Hex | undefined, number>(
  'chain/head',
  async (ctx, _, chainId) => new Map([['head', await askHead(ctx, chainId)]]),
  { size: 1_000 },
)

/**
 * The number of a network's newest block.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readHeadNumber({ client, network }: Chain): Promise<bigint> {
  return client.getBlockNumber().catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
}

function askHead(ctx: Context, chainId: number): Promise<Hex | undefined> {
  const request = { method: 'eth_getBlockByNumber', params: ['latest', false], responseBytes }
  return boundedRequest(ctx, { chainId, ...request }, (block) => {
    const { hash } = (block ?? {}) as { hash?: unknown }
    return typeof hash === 'string' ? parseHex(hash, 32) : undefined
  })
}
