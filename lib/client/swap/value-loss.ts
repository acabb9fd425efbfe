/** How grave a loss of value is. */
export type ValueLoss =
  /** Prices are on their way. */
  | 'loading'
  /** Nobody knows what one side is worth. */
  | 'unknown'
  /** Not worth a word. */
  | 'low'
  /** Said, in amber. */
  | 'mild'
  /** Said, in red. */
  | 'high'
  /** To be agreed to in writing. */
  | 'critical'

/** From how many basis points on a loss is grave. */
export type LossSteps = { readonly mild: number; readonly high: number; readonly critical: number }

/**
 * Steps of the price impact: how much less what is received is worth than what is paid, by US dollar prices, network
 * costs included. It also holds what the prices themselves are off by.
 */
export const impactSteps: LossSteps = { mild: 100, high: 500, critical: 1_500 }

/**
 * Steps of a limit below the market: wider, as the order fills at about the market's price, and the limit alone says
 * how far that may fall meanwhile.
 */
export const limitSteps: LossSteps = { mild: 200, high: 1_000, critical: 3_000 }

/** Judges a loss in basis points; undefined where it is not known. */
export function judgeLoss(
  lossBps: number | undefined,
  { prices, steps }: { readonly prices: 'loading' | 'ready'; readonly steps: LossSteps },
): ValueLoss {
  if (lossBps === undefined) return prices === 'loading' ? 'loading' : 'unknown'
  if (lossBps < steps.mild) return 'low'
  if (lossBps < steps.high) return 'mild'
  return lossBps < steps.critical ? 'high' : 'critical'
}

/** Whether a loss is worth a word. */
export const isGrave = (loss: ValueLoss): boolean =>
  loss === 'mild' || loss === 'high' || loss === 'critical'
