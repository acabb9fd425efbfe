/** When a node is asked for its head: as soon as a block is due, so that a block costs about one request. */
export type HeadPace = {
  /** Milliseconds from the timestamp of a block until a request finds it, including clock differences; learned. */
  readonly arrivalMs: number | undefined
  /** Number of requests since the newest block that found no newer one. */
  readonly misses: number
}

/** The pace before the first block. */
export const newPace: HeadPace = { arrivalMs: undefined, misses: 0 }

/** At block times below this, blocks are not awaited one by one: a read finds several. */
const minPeriodMs = 500
/**
 * Each block that is found at once is asked for this much of a block time earlier next time. With {@link retryShare} one
 * request in about twelve then comes too early.
 */
const earlierShare = 1 / 100
/** A block that is late is asked for again after an eighth of the block time, then ever more slowly. */
const retryShare = 1 / 8

type Found = {
  /** Block time in Unix seconds. */
  readonly timestamp: number
  /** Time of the request in Unix milliseconds: with that of the answer, a slow node would be asked ever later. */
  readonly askedMs: number
  readonly isNew: boolean
}

/** Returns the pace after an answer. */
export function paceAfter(
  pace: HeadPace,
  { timestamp, askedMs, isNew }: Found,
  blockSeconds: number,
): HeadPace {
  if (!isNew) return { ...pace, misses: pace.misses + 1 }
  const arrivedMs = askedMs - timestamp * 1_000
  const isAtOnce = pace.misses === 0 && pace.arrivalMs !== undefined
  const earlierMs = isAtOnce ? blockSeconds * 1_000 * earlierShare : 0
  return { arrivalMs: arrivedMs - earlierMs, misses: 0 }
}

/** Returns when to ask again after an answer, in Unix milliseconds. */
export function nextAskMs(
  { arrivalMs = 0, misses }: HeadPace,
  { timestamp, askedMs }: Omit<Found, 'isNew'>,
  blockSeconds: number,
): number {
  const blockMs = blockSeconds * 1_000
  if (misses > 0) {
    const retryMs = Math.min(blockMs, blockMs * retryShare * 1.5 ** (misses - 1))
    return askedMs + Math.max(minPeriodMs / 2, retryMs)
  }
  const dueMs = timestamp * 1_000 + arrivalMs + blockMs
  // A late block or a clock change must not stop or speed up the reads.
  return Math.max(askedMs + minPeriodMs, Math.min(dueMs, askedMs + blockMs))
}
