/** A circuit breaker for one provider. */
export type Breaker = {
  /** Whether a request may be sent; after a pause only one trial request may, until it is answered. */
  readonly mayRequest: (nowMs: number) => boolean
  readonly succeeded: () => void
  /** `pauseMs` is the pause that the provider requested, if any. */
  readonly failed: (nowMs: number, pauseMs?: number) => void
}

/** Consecutive failures that open the breaker. */
const failureThreshold = 3
/** Bounds of the pause after failures, which doubles or is the one that the provider requests. */
const minPauseMs = 5_000
const maxPauseMs = 60_000
/** Milliseconds a trial request may take before another is let through. */
const trialMs = 5_000

/**
 * Creates a circuit breaker, so that no caller waits for a failing provider. It opens for 5 s after three consecutive
 * failures and doubles the pause with each further one, or takes the pause that the provider requests; at most 60 s.
 */
export function createBreaker(): Breaker {
  let failures = 0
  let openUntilMs = 0
  return {
    mayRequest: (nowMs) => {
      if (nowMs < openUntilMs) return false
      if (failures >= failureThreshold) openUntilMs = nowMs + trialMs
      return true
    },
    succeeded: () => {
      failures = 0
      openUntilMs = 0
    },
    failed: (nowMs, pauseMs) => {
      failures += 1
      const doubled = minPauseMs * 2 ** Math.max(0, failures - failureThreshold)
      const backoffMs = failures < failureThreshold ? 0 : doubled
      openUntilMs = nowMs + Math.min(maxPauseMs, Math.max(backoffMs, pauseMs ?? 0))
    },
  }
}
