import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import { readHeader } from '@/lib/chain/read-headers'
import { startOfCandle } from '@/lib/market/candles/candle'

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
