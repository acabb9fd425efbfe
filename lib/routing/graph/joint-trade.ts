/** The best trade of a pool with all its tokens at once; reused, as the innermost loop must not allocate. */
export type MultiTokenTrade = {
  /** Number of the pool's tokens, by whose position all arrays are indexed. */
  count: number
  /** Whether nothing trades at these prices, nor close to them: then only `max` is meaningful. */
  isIdle: boolean
  /** The value of the pool's balance, and its relative change without the fee. */
  readonly values: Float64Array
  readonly changes: Float64Array
  /** The logarithm of the change; weighted pools only. */
  readonly logChanges: Float64Array
  /** 1 if the token trades, or is about to, and more is possible; 0 otherwise. */
  readonly isOpen: Uint8Array
  /** Minus the mixed second derivatives of the gain in the log prices, as a matrix of rows of {@link maxTokens}. */
  readonly couplings: Float64Array
  /**
   * Value of a further atom in the pool to its curve after the trade, as a multiple of its price: 1 for a token that
   * leaves, the inverse of what the fee leaves for one that enters, between them for one at rest. Set on demand, for (7)
   * of `docs/math/optimality-bound.md`.
   */
  readonly marginals: Float64Array
  /** Upper bound on the gain, float errors included. */
  max: number
  isFull: boolean
}

/** Prices this close to those at which a token begins to trade count as there; like `threshold` for two tokens. */
export const tolerance = 1e-9

/**
 * Error of a pool's gain, as a fraction of the value of its tokens. At the best trade the gain is flat, so that it is the
 * square of the relative error of the balances: 1e-26 for an error of 1e-13.
 */
export const misplacement = 1e-26

/** Relative error of a sum of values, as in `certifiedGains`. */
export const floatError = 1e-12

/** Maximum tokens of a pool: as many as a weighted pool of Balancer V2 holds. */
export const maxTokens = 8

/** Creates an object for the best trade of a pool. */
export function blankJointTrade(): MultiTokenTrade {
  return {
    count: 0,
    isIdle: true,
    values: new Float64Array(maxTokens),
    changes: new Float64Array(maxTokens),
    logChanges: new Float64Array(maxTokens),
    isOpen: new Uint8Array(maxTokens),
    couplings: new Float64Array(maxTokens * maxTokens),
    marginals: new Float64Array(maxTokens),
    max: 0,
    isFull: false,
  }
}

/**
 * A trade decomposed into sequential swaps of two tokens: their count, for each the positions of both, and the amounts
 * that enter, less the fee, and leave, as fractions of the initial balances.
 */
export type JointSwaps = {
  count: number
  readonly taken: Uint8Array
  readonly paid: Uint8Array
  readonly partIn: Float64Array
  readonly partOut: Float64Array
}

/** Creates an object for swaps: each exhausts one token at least. */
export function blankJointSwaps(): JointSwaps {
  return {
    count: 0,
    taken: new Uint8Array(maxTokens),
    paid: new Uint8Array(maxTokens),
    partIn: new Float64Array(maxTokens),
    partOut: new Float64Array(maxTokens),
  }
}

/** Returns the next position after `before` whose token enters, for a sign of 1, or leaves; `count` after the last. */
export function nextPlace(
  { changes, count }: MultiTokenTrade,
  before: number,
  sign: 1 | -1,
): number {
  let place = before + 1
  while (place < count && !((changes[place] as number) * sign > 0)) place += 1
  return place
}
