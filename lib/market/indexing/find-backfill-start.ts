import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import { readHeader } from '@/lib/chain/read-headers'
import { startOfCandle } from '@/lib/market/candles/candle'

/** How long before the head a first reading begins: a day of candles and some more. */
const reachSeconds = 90_000

/** The block with which a first reading of market data begins, found by its time, by halving. */
export async function findReach(chain: Chain, head: BlockHeader): Promise<bigint> {
  const since = startOfCandle(head.timestamp - reachSeconds)
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
