/** How a provider has answered lately. */
export type Breaker = {
  /** Whether it may be asked now; after a pause one question alone may, until it is answered. */
  readonly mayAsk: (nowMs: number) => boolean
  readonly succeeded: () => void
  /** `pauseMs` is what the provider asked for, if it did. */
  readonly failed: (nowMs: number, pauseMs?: number) => void
}

/** Failures in a row after which a provider is left alone. */
const tolerated = 3
const shortestPauseMs = 5_000
const longestPauseMs = 60_000
/** How long the question after a pause may take before another is let through. */
const trialMs = 5_000

/**
 * Leaves a provider alone that fails again and again, so that nobody waits for it: for 5 s after three failures in a
 * row, twice as long after each further one, a minute at most, or as long as it says itself.
 */
export function createBreaker(): Breaker {
  let failures = 0
  let closedUntil = 0
  return {
    mayAsk: (nowMs) => {
      if (nowMs < closedUntil) return false
      if (failures >= tolerated) closedUntil = nowMs + trialMs
      return true
    },
    succeeded: () => {
      failures = 0
      closedUntil = 0
    },
    failed: (nowMs, pauseMs) => {
      failures += 1
      const doubled = shortestPauseMs * 2 ** Math.max(0, failures - tolerated)
      const own = failures < tolerated ? 0 : doubled
      closedUntil = nowMs + Math.min(longestPauseMs, Math.max(own, pauseMs ?? 0))
    },
  }
}
