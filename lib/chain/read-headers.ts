import { boundedRequest } from '@/lib/chain/reads/bounded-request'
import { type Context, defineLoader } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import type { BlockHeader } from './block'
import type { Chain } from './chain'
import { findNodeAnswer, isNotFound } from './node-error'

/** Concurrent requests to a node. */
const concurrency = 16

type RpcBlock = {
  number: bigint | null
  hash: Hex | null
  parentHash: Hex
  timestamp: bigint
  logsBloom: Hex | null
}

/** Reads a block's header; the head's if no number is given. */
export async function readHeader({ client }: Chain, blockNumber?: bigint): Promise<BlockHeader> {
  const block: RpcBlock = await client.getBlock(
    blockNumber === undefined ? { blockTag: 'latest' } : { blockNumber },
  )
  return toHeader(block)
}

/** Reads the header of the newest block that the node calls `finalized`; undefined if it knows none. */
export async function readFinalizedHeader({ client }: Chain): Promise<BlockHeader | undefined> {
  try {
    return toHeader(await client.getBlock({ blockTag: 'finalized' }))
  } catch (error) {
    // Only a node that answers has no such block.
    if (isNotFound(error, 'BlockNotFoundError') || findNodeAnswer(error)) return undefined
    throw error
  }
}

/** Reads the headers of blocks by number. They may belong to different branches if the chain reorgs meanwhile. */
export async function readHeaders(
  chain: Chain,
  numbers: readonly bigint[],
): Promise<BlockHeader[]> {
  return inChunks(numbers, (number) => readHeader(chain, number))
}

/** Reads from a node for each of `items`, 16 at a time. Results keep the order of the items. */
export async function inChunks<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += concurrency) {
    results.push(...(await Promise.all(items.slice(start, start + concurrency).map(read))))
  }
  return results
}

function toHeader({ number, hash, parentHash, timestamp, logsBloom }: RpcBlock): BlockHeader {
  if (number === null || hash === null) throw new Error('the node gave a pending block')
  const header = { number, hash, parentHash, timestamp: Number(timestamp) }
  return logsBloom ? { ...header, logsBloom } : header
}

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
