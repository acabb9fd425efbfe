import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import type { IndexKey } from '@/lib/chain/chain-index'
import { readHeader } from '@/lib/chain/read-headers'
import { dependencyDown, type ServiceError } from '@/lib/core/errors'
import type { Network } from '@/lib/core/networks/network'
import { startOfCandle } from '@/lib/market/candles/candle'

/** Returns the leader role of a network's market index. */
export function marketRole(chainId: number): string {
  return `market/${chainId}`
}

/** A network, and the fencing token of its {@link marketRole} leader. */
export type MarketLeadership = { readonly chainId: number; readonly epoch: bigint }

/**
 * Returns the error to throw while a network's market index is empty or behind.
 */
export function marketDown({ title }: Pick<Network, 'title'>, cause: string): ServiceError {
  return dependencyDown(`the market index of ${title}`, cause)
}

/** Returns the key of a network's index of pool and token events. */
export function marketIndex(chainId: number): IndexKey {
  return { chainId, indexer: 'market' }
}

/** Seconds before the head at which a backfill starts: a day of candles plus an hour. */
const backfillSeconds = 90_000

/** Finds the first block of a backfill by bisection over block times. */
export async function findBackfillStart(chain: Chain, head: BlockHeader): Promise<bigint> {
  const since = startOfCandle(head.timestamp - backfillSeconds)
  let low = 0n
  let high = head.number
  while (low < high) {
    const middle = (low + high) / 2n
    const { timestamp } = await readHeader(chain, middle)
    if (timestamp >= since) high = middle
    else low = middle + 1n
  }
  return low
}
