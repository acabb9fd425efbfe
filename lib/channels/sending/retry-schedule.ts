const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Delays after the first, second … failed attempt. */
const pausesMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** Attempts after which a delivery is dead. */
export const maxAttempts = pausesMs.length + 1

/** Time of uninterrupted failure after which an endpoint is disabled. */
export const patienceMs = 5 * 24 * hour

/** Maximum delay that an endpoint may request. */
const maxRequestedDelayMs = 24 * hour

type Failure = {
  /** Failed attempts so far, including this one. */
  readonly attempts: number
  /** Delay requested by the endpoint, in milliseconds. */
  readonly afterMs: number | undefined
  /** From 0 to 1; jitters the delay by up to a tenth either way. */
  readonly chance: number
}

/** Returns the milliseconds until the next attempt; undefined when there is none. */
export function retryDelayMs({ attempts, afterMs = 0, chance }: Failure): number | undefined {
  const pause = pausesMs[attempts - 1]
  if (pause === undefined) return undefined
  const jittered = Math.round(pause * (0.9 + chance / 5))
  return Math.max(jittered, Math.min(afterMs, maxRequestedDelayMs))
}
