import type { Hex } from '@/lib/core/bytes'
import type { BlockHeader } from './block'
import type { Chain } from './chain'

/** Concurrent requests to a node. */
const concurrency = 16

type RpcBlock = { number: bigint | null; hash: Hex | null; parentHash: Hex; timestamp: bigint }

/** Reads a block's header; the head's if no number is given. */
export async function readHeader({ client }: Chain, blockNumber?: bigint): Promise<BlockHeader> {
  const block: RpcBlock = await client.getBlock(
    blockNumber === undefined ? { blockTag: 'latest' } : { blockNumber },
  )
  return toHeader(block)
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

function toHeader({ number, hash, parentHash, timestamp }: RpcBlock): BlockHeader {
  if (number === null || hash === null) throw new Error('the node gave a pending block')
  return { number, hash, parentHash, timestamp: Number(timestamp) }
}
