import type { Transaction } from '@/lib/db/database'
import type { PoolSwap } from '@/lib/market/indexing/pool-swap'
import {
  deleteSwapsAbove,
  deleteSwapsBefore,
  insertSwaps,
  listSwapsSince,
} from '@/lib/market/indexing/swap-store'
import { startOfCandle } from './candle'
import { addToCandles, deleteCandlesSince, deleteOldCandles, rollUpCandles } from './roll-up-store'
import { type CandleOfPool, candlesOf } from './swap-candles'

/** A block by which something is told to be over. */
type Moment = { readonly number: bigint; readonly timestamp: number }

/** What a step of the market index means for swaps and candles. */
export type SwapStep = {
  readonly chainId: number
  /** The newest block that was indexed and is still on the chain, where some are not. */
  readonly ancestor: Moment | undefined
  /** All swaps since it, in chain order. */
  readonly swaps: readonly PoolSwap[]
  /** The tip after the step. */
  readonly tip: Moment
  /** A block that never leaves the chain; undefined: none is known. */
  readonly final: Moment | undefined
}

/**
 * Makes a step of swaps and candles. Swaps of five minutes that may still change are kept one by one, and the
 * candle of these five minutes follows from them; of earlier ones only the candles are kept. So the rows are the
 * same whatever the steps were that led to a block.
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

/** Takes back the swaps above a block; returns the pools whose longer candles are to be made again. */
async function undoSwaps(tx: Transaction, chainId: number, { number, timestamp }: Moment) {
  const from = startOfCandle(Math.max(0, timestamp))
  await deleteSwapsAbove(tx, chainId, number)
  const pools = await deleteCandlesSince(tx, chainId, from)
  await addToCandles(tx, chainId, candlesOf(await listSwapsSince(tx, chainId, from)))
  return pools
}

function earliest(candles: readonly CandleOfPool[], ancestor: Moment | undefined): number {
  const begins = candles.map(({ at }) => at)
  if (ancestor) begins.push(startOfCandle(ancestor.timestamp))
  return begins.reduce((min, at) => Math.min(min, at), Number.POSITIVE_INFINITY)
}
