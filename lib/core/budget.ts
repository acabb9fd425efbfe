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
  let left = burst
  let atMs = 0
  return {
    take: (nowMs) => {
      left = Math.min(burst, left + (Math.max(0, nowMs - atMs) * perSecond) / 1_000)
      atMs = nowMs
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
