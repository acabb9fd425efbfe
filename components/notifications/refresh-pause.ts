type Waiting = { readonly dueAt: string | null }

/** Milliseconds between two looks at what happens elsewhere. */
export const usualPauseMs = 10_000
const shortestMs = 2_000
/** What is due for longer has a reason to wait: its channel is off, or its receiver's turn is long. */
const watchedMs = 60_000

/**
 * Milliseconds until deliveries are read anew: when the next of them is tried, and again and again until it was, so that
 * nobody reads of attempts that are over.
 */
export function refreshPause(deliveries: readonly Waiting[], nowMs: number): number {
  const left = deliveries
    .map(({ dueAt }) => (dueAt === null ? Number.NaN : Date.parse(dueAt) - nowMs))
    .filter((ms) => ms > -watchedMs)
  return Math.max(shortestMs, Math.min(usualPauseMs, ...left))
}
