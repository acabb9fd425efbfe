/**
 * Input and result of {@link solveArbitrage} in one object that is reused, since the innermost loop of the router must
 * not allocate.
 *
 * Values are atoms times price. A pool trades in one direction at most: `forward` takes its first token and pays its
 * second one.
 */
export type Arbitrage = {
  /** Square roots of the prices of one atom of the pool's first and second token. */
  firstRoot: number
  secondRoot: number
  /** 1: forward; -1: backward; 0: no gain at these prices. */
  direction: number
  valueIn: number
  valueOut: number
  /**
   * Minus the mixed second derivative of the gain `valueOut - valueIn` in the logarithms of the two prices. Positive
   * also where the pool is about to trade; zero where it accepts no more at any price. `h` of
   * `docs/math/routing-dual.md`, section 3.
   */
  weight: number
}

/**
 * Prices this close to those at which a pool begins to trade count as there, so that a Newton step sees its weight.
 */
export const threshold = 1 - 1e-9

/**
 * Fraction of a pool's capacity that its best trade leaves, so that rounding never exceeds it. The gain of a trade is
 * concave in its size, which bounds what that costs.
 */
export const reservedPart = 1e-6

/**
 * Maximum gain of a pool's whole capacity, as a multiple of a trade that leaves {@link reservedPart}. The gain g is
 * concave with g(0) = 0, so g(x) <= g(x (1 - r)) / (1 - r), and 1 / (1 - 1e-6) < 1 + 2e-6.
 */
export const fullGain = 1 + 2e-6

/** Creates an object for {@link solveArbitrage} to work on. */
export function blankTrade(): Arbitrage {
  return { firstRoot: 1, secondRoot: 1, direction: 0, valueIn: 0, valueOut: 0, weight: 0 }
}
