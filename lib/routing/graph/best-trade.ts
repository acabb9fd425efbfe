/**
 * What the best trade with one pool is at given prices: inputs and results of {@link solveArbitrage} in one
 * object that is used again and again, since the innermost loop of the router must not allocate.
 *
 * Values are atoms times price. A pool is traded with in one direction at most: `forward` takes its first token
 * and gives its second one.
 */
export type Arbitrage = {
  /** Square roots of the prices of one atom of the pool's first and second token. */
  firstRoot: number
  secondRoot: number
  /** 1: forward; -1: backward; 0: at these prices nothing is gained. */
  direction: number
  valueIn: number
  valueOut: number
  /**
   * How fast the trade grows with the prices: the second derivative of its gain `valueOut - valueIn` when one
   * price changes by a factor, less what the value of the traded atoms changes. Above zero where the pool is
   * about to be traded with too; zero where it takes no more at any price.
   */
  weight: number
}

/** Prices this close to those at which a pool begins to be traded with count as there. */
export const touching = 1 - 1e-9

/**
 * Part of all that a pool can take that its best trade leaves, so that rounding never asks more of it. What a trade
 * gains grows less and less with its size, which bounds what that costs.
 */
export const spared = 1e-6

/** What the whole of a pool gains at most against a trade that leaves {@link spared}. */
export const fullGain = 1 + 2e-6

/** An object for {@link solveArbitrage} to work on. */
export function blankTrade(): Arbitrage {
  return { firstRoot: 1, secondRoot: 1, direction: 0, valueIn: 0, valueOut: 0, weight: 0 }
}
