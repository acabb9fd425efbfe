/** Lets so many through at once and so many a second; `take` tells whether one more may. */
export type Budget = { readonly take: (nowMs: number) => boolean }

/** A full {@link Budget}. */
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
