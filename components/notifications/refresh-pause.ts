type Waiting = { readonly dueAt: string | null }

/** Milliseconds between polls for external changes. */
export const usualPauseMs = 10_000
const shortestMs = 2_000
/** A delivery overdue for longer is blocked: its channel is disabled, or its queue is long. */
const watchedMs = 60_000

/**
 * Returns the milliseconds until deliveries are refetched: at the next due attempt, then repeatedly until it was made.
 */
export function refreshPause(deliveries: readonly Waiting[], nowMs: number): number {
  const left = deliveries
    .map(({ dueAt }) => (dueAt === null ? Number.NaN : Date.parse(dueAt) - nowMs))
    .filter((ms) => ms > -watchedMs)
  return Math.max(shortestMs, Math.min(usualPauseMs, ...left))
}
