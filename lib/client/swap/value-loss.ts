/**
 * How much less what is received is worth than what is paid, by US dollar prices. Not the price impact of the
 * trade: it also holds what the prices themselves are off by.
 */
export type ValueLoss =
  /** Prices are on their way. */
  | 'loading'
  /** Nobody knows what one side is worth. */
  | 'unknown'
  /** Below 1 %; not worth a word. */
  | 'low'
  /** From 1 %: said. */
  | 'mild'
  /** From 5 %: to be agreed to. */
  | 'high'
  /** From 10 %: to be agreed to in writing. */
  | 'critical'

const mildBps = 100
const highBps = 500
const criticalBps = 1_000

/** Judges a loss in basis points; undefined where it is not known. */
export function judgeLoss(lossBps: number | undefined, prices: 'loading' | 'ready'): ValueLoss {
  if (lossBps === undefined) return prices === 'loading' ? 'loading' : 'unknown'
  if (lossBps < mildBps) return 'low'
  if (lossBps < highBps) return 'mild'
  return lossBps < criticalBps ? 'high' : 'critical'
}
