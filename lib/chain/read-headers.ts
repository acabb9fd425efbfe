import type { Hex } from '@/lib/core/bytes'
import type { BlockHeader } from './block'
import type { Chain } from './chain'

/** Requests to a node at the same time. */
const atOnce = 16

type RpcBlock = { number: bigint | null; hash: Hex | null; parentHash: Hex; timestamp: bigint }

/** Reads a block's header; the head's when no number is given. */
export async function readHeader({ client }: Chain, blockNumber?: bigint): Promise<BlockHeader> {
  const block: RpcBlock = await client.getBlock(
    blockNumber === undefined ? { blockTag: 'latest' } : { blockNumber },
  )
  return toHeader(block)
}

/** Reads the headers of these numbers; they may be of several branches when the chain moves meanwhile. */
export async function readHeaders(
  chain: Chain,
  numbers: readonly bigint[],
): Promise<BlockHeader[]> {
  return inChunks(numbers, (number) => readHeader(chain, number))
}

/** Reads something of a node for each of `items`, a few at the same time; in their order. */
export async function inChunks<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(read))))
  }
  return results
}

function toHeader({ number, hash, parentHash, timestamp }: RpcBlock): BlockHeader {
  if (number === null || hash === null) throw new Error('the node gave a pending block')
  return { number, hash, parentHash, timestamp: Number(timestamp) }
}
