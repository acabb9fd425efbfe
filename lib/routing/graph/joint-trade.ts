/** The best trade with all tokens of a pool at once; used again and again, as the innermost loop must not allocate. */
export type MultiTokenTrade = {
  /** How many tokens the pool has, by whose places all else is. */
  count: number
  /** Whether nothing is traded, nor would be at prices next to these: then only `max` tells something. */
  isIdle: boolean
  /** By place: what the pool holds, as a value, and the part by which that changes, less the fee. */
  readonly values: Float64Array
  readonly changes: Float64Array
  /** By place: the logarithm of the change; of weighted pools only. */
  readonly moves: Float64Array
  /** By place: 1 where the next atom counts, 0 where nothing is traded or no more can be. */
  readonly isOpen: Uint8Array
  /** How fast the trade of each two tokens grows with the prices: place times {@link maxTokens}, plus the other place. */
  readonly pulls: Float64Array
  /**
   * By place: what an atom more in the pool is worth to its curve after the trade, as a multiple of its price: 1 where it
   * goes out, the inverse of what the fee leaves where it comes in, and between them where it rests. Set on demand.
   */
  readonly worths: Float64Array
  /** What the trade gains at most, whatever floats have hidden; zero where nothing is traded. */
  max: number
  isFull: boolean
}

/** Prices this close to those at which a token begins to be traded count as there. */
export const touching = 1e-9

/** Part of the value of its tokens that a pool's gain may be wrong by. */
export const misplacement = 1e-26

/** The most tokens of a pool. */
export const maxTokens = 8

/** An object for the best trade of a pool to be written into. */
export function blankJointTrade(): MultiTokenTrade {
  return {
    count: 0,
    isIdle: true,
    values: new Float64Array(maxTokens),
    changes: new Float64Array(maxTokens),
    moves: new Float64Array(maxTokens),
    isOpen: new Uint8Array(maxTokens),
    pulls: new Float64Array(maxTokens * maxTokens),
    worths: new Float64Array(maxTokens),
    max: 0,
    isFull: false,
  }
}

/**
 * A trade cut into swaps of two tokens that come one after the other: how many, for each the places of both, and the
 * parts of what the pool held at first that come in, less the fee, and go out.
 */
export type JointSwaps = {
  count: number
  readonly taken: Uint8Array
  readonly paid: Uint8Array
  readonly partIn: Float64Array
  readonly partOut: Float64Array
}

/** An object for swaps to be written into: each uses up one token at least. */
export function blankJointSwaps(): JointSwaps {
  return {
    count: 0,
    taken: new Uint8Array(maxTokens),
    paid: new Uint8Array(maxTokens),
    partIn: new Float64Array(maxTokens),
    partOut: new Float64Array(maxTokens),
  }
}

/** The next place after `before` whose token comes in, for a way of 1, or goes out; the number of tokens after the last. */
export function nextPlace(
  { changes, count }: MultiTokenTrade,
  before: number,
  way: 1 | -1,
): number {
  let place = before + 1
  while (place < count && !((changes[place] as number) * way > 0)) place += 1
  return place
}
