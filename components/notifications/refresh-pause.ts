type Waiting = { readonly dueAt: string | null }

/** Milliseconds between two looks at what happens elsewhere. */
export const usualPauseMs = 10_000
const shortestMs = 2_000
/** What is due for longer has a reason to wait: its channel is off, or its receiver's turn is long. */
const watchedMs = 60_000

/**
 * Returns the milliseconds until deliveries are refetched: when the next attempt is due, then repeatedly until it was
 * made, so that the page shows no outdated attempts.
 */
export function refreshPause(deliveries: readonly Waiting[], nowMs: number): number {
  const left = deliveries
    .map(({ dueAt }) => (dueAt === null ? Number.NaN : Date.parse(dueAt) - nowMs))
    .filter((ms) => ms > -watchedMs)
  return Math.max(shortestMs, Math.min(usualPauseMs, ...left))
}
