const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Pauses after the first, second … failed attempt. */
const pausesMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** Attempts after which a delivery is given up. */
export const maxAttempts = pausesMs.length + 1

/** How long all attempts of a receiver may fail before it is given up. */
export const patienceMs = 5 * 24 * hour

/** No receiver puts a delivery off for longer than this. */
const longestAskedMs = 24 * hour

type Failure = {
  /** Attempts that have failed so far, this one included. */
  readonly attempts: number
  /** What the receiver asked to be given, in milliseconds. */
  readonly afterMs: number | undefined
  /** From 0 to 1; spreads the attempts of many deliveries by a tenth to either side. */
  readonly chance: number
}

/** Milliseconds until the next attempt; undefined when there is none. */
export function retryDelayMs({ attempts, afterMs = 0, chance }: Failure): number | undefined {
  const pause = pausesMs[attempts - 1]
  if (pause === undefined) return undefined
  const jittered = Math.round(pause * (0.9 + chance / 5))
  return Math.max(jittered, Math.min(afterMs, longestAskedMs))
}
