import type { Transaction } from '@/lib/db/database'
import type { PoolSwap } from '@/lib/market/indexing/decode-swaps'
import {
  deleteSwapsAbove,
  deleteSwapsBefore,
  insertSwaps,
  listSwapsSince,
} from '@/lib/market/indexing/swap-store'
import { startOfCandle } from './candle'
import { addToCandles, deleteCandlesSince, deleteOldCandles, rollUpCandles } from './candle-store'
import { type CandleOfPool, candlesOf } from './swap-candles'

type BlockTime = { readonly number: bigint; readonly timestamp: number }

/** One step of the market index, for swaps and candles. */
export type SwapStep = {
  readonly chainId: number
  /** After a reorg: the newest indexed block that is still canonical. */
  readonly ancestor: BlockTime | undefined
  /** The swaps of the new blocks, in chain order. */
  readonly swaps: readonly PoolSwap[]
  /** The tip after the step. */
  readonly tip: BlockTime
  /** The finalized block, if known. */
  readonly final: BlockTime | undefined
}

/**
 * Applies one step to swaps and candles. Single swaps are stored only for five-minute windows that a reorg may
 * still change; those candles are rebuilt from them. Earlier windows keep only candles. The rows therefore do
 * not depend on how blocks were grouped into steps.
 */
export async function applySwaps(tx: Transaction, step: SwapStep): Promise<void> {
  const { chainId, ancestor, tip, final } = step
  const openSince = final ? startOfCandle(final.timestamp) : 0
  const undone = ancestor ? await undoSwaps(tx, chainId, ancestor) : []
  const candles = candlesOf(step.swaps)
  await insertSwaps(
    tx,
    chainId,
    step.swaps.filter(({ timestamp }) => timestamp >= openSince),
  )
  await addToCandles(tx, chainId, candles)
  const pools = [...new Set([...undone, ...candles.map(({ pool }) => pool)])]
  const from = earliest(candles, ancestor)
  await rollUpCandles(tx, chainId, { pools, from })
  if (!final) return
  await deleteSwapsBefore(tx, chainId, { toBlock: final.number, before: openSince })
  await deleteOldCandles(tx, chainId, { now: tip.timestamp, openSince })
}

/** Rolls back the swaps above a block. Returns the pools whose longer candles must be rolled up again. */
async function undoSwaps(tx: Transaction, chainId: number, { number, timestamp }: BlockTime) {
  const from = startOfCandle(Math.max(0, timestamp))
  await deleteSwapsAbove(tx, chainId, number)
  const pools = await deleteCandlesSince(tx, chainId, from)
  await addToCandles(tx, chainId, candlesOf(await listSwapsSince(tx, chainId, from)))
  return pools
}

function earliest(candles: readonly CandleOfPool[], ancestor: BlockTime | undefined): number {
  const starts = candles.map(({ at }) => at)
  if (ancestor) starts.push(startOfCandle(ancestor.timestamp))
  return starts.reduce((min, at) => Math.min(min, at), Number.POSITIVE_INFINITY)
}
