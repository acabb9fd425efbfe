import type { Address } from '@/lib/core/address'
import { maxUint256, minAmount } from '@/lib/core/amount'
import type { PoolSwap } from '@/lib/market/indexing/decode-swaps'
import { type PoolCandle, startOfCandle } from './candle'

/** A candle with its pool. */
export type CandleOfPool = PoolCandle & { readonly pool: Address }

/**
 * Builds five-minute candles from swaps in chain order, one per pool and window. Sums saturate at 2^256 - 1, so
 * that forged amounts cannot overflow the column.
 */
export function candlesOf(swaps: readonly PoolSwap[]): CandleOfPool[] {
  const byTime = new Map<number, Map<Address, Draft>>()
  for (const swap of swaps) {
    const at = startOfCandle(swap.timestamp)
    const drafts = byTime.get(at) ?? new Map<Address, Draft>()
    if (drafts.size === 0) byTime.set(at, drafts)
    const draft = drafts.get(swap.pool)
    if (draft) add(draft, swap)
    else drafts.set(swap.pool, startDraft(swap, at))
  }
  return [...byTime.values()].flatMap((drafts) => [...drafts.values()])
}

type Draft = { -readonly [K in keyof CandleOfPool]: CandleOfPool[K] }

function startDraft(swap: PoolSwap, at: number): Draft {
  const { pool, price, depth0, depth1 } = swap
  const prices = { open: price, high: price, low: price, close: price }
  const [volume0, volume1] = [atMost(magnitude(swap.amount0)), atMost(magnitude(swap.amount1))]
  return { pool, at, ...prices, volume0, volume1, depth0, depth1, swaps: 1 }
}

function add(draft: Draft, swap: PoolSwap): void {
  draft.high = Math.max(draft.high, swap.price)
  draft.low = Math.min(draft.low, swap.price)
  draft.close = swap.price
  draft.volume0 = atMost(draft.volume0 + magnitude(swap.amount0))
  draft.volume1 = atMost(draft.volume1 + magnitude(swap.amount1))
  draft.depth0 = swap.depth0
  draft.depth1 = swap.depth1
  draft.swaps += 1
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

function atMost(amount: bigint): bigint {
  return minAmount(amount, maxUint256)
}
