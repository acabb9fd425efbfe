/** A token bucket; `take` returns whether one more request may pass. */
export type Budget = { readonly take: (nowMs: number) => boolean }

/** Creates a full token bucket of `burst` tokens that refills at `perSecond`. */
export function createBudget({
  burst,
  perSecond,
}: {
  readonly burst: number
  readonly perSecond: number
}): Budget {
  let tokens = burst
  let refilledAtMs = 0
  return {
    take: (nowMs) => {
      tokens = Math.min(burst, tokens + (Math.max(0, nowMs - refilledAtMs) * perSecond) / 1_000)
      refilledAtMs = nowMs
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
