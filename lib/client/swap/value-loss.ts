/** The severity of a loss of value. */
export type ValueLoss =
  /** Prices are loading. */
  | 'loading'
  /** One side has no price. */
  | 'unknown'
  /** Negligible. */
  | 'low'
  /** Shown in amber. */
  | 'mild'
  /** Shown in red. */
  | 'high'
  /** Requires a typed consent. */
  | 'critical'

/** Minimum basis points of each severity. */
export type LossSteps = { readonly mild: number; readonly high: number; readonly critical: number }

/**
 * Severities of the price impact: how much less the buy amount is worth than the sell amount, by US dollar prices,
 * network costs included. It includes the error of the prices themselves.
 */
export const impactSteps: LossSteps = { mild: 100, high: 500, critical: 1_500 }

/**
 * Severities of a limit below the market: wider, since the order fills near the market price, and the limit only bounds
 * how far that may fall.
 */
export const limitSteps: LossSteps = { mild: 200, high: 1_000, critical: 3_000 }

/** Rates a loss in basis points; undefined if unknown. */
export function rateLoss(
  lossBps: number | undefined,
  { prices, steps }: { readonly prices: 'loading' | 'ready'; readonly steps: LossSteps },
): ValueLoss {
  if (lossBps === undefined) return prices === 'loading' ? 'loading' : 'unknown'
  if (lossBps < steps.mild) return 'low'
  if (lossBps < steps.high) return 'mild'
  return lossBps < steps.critical ? 'high' : 'critical'
}

/** Returns whether a loss is significant. */
export const isSignificant = (loss: ValueLoss): boolean =>
  loss === 'mild' || loss === 'high' || loss === 'critical'
