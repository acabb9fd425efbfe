/** A circuit breaker for one provider. */
export type Breaker = {
  /** Whether a request may be sent; after a pause only one trial request may, until it is answered. */
  readonly mayAsk: (nowMs: number) => boolean
  readonly succeeded: () => void
  /** `pauseMs` is the pause that the provider requested, if any. */
  readonly failed: (nowMs: number, pauseMs?: number) => void
}

/** Consecutive failures that open the breaker. */
const tolerated = 3
const shortestPauseMs = 5_000
const longestPauseMs = 60_000
/** Milliseconds a trial request may take before another is let through. */
const trialMs = 5_000

/**
 * Creates a circuit breaker, so that no caller waits for a failing provider. It opens for 5 s after three consecutive
 * failures and doubles the pause with each further one, or takes the pause that the provider requests; at most 60 s.
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
