/** Pause after the first failure, in milliseconds; each further one doubles it. */
const initialBackoffMs = 500
/** Maximum pause in milliseconds: work resumes this soon after an outage, at any length. */
const maxBackoffMs = 10_000

/** Returns the pause after this many consecutive failures, in milliseconds; `chance` is from 0 to 1. */
export function backoffMs(failures: number, chance: number): number {
  const longest = Math.min(maxBackoffMs, initialBackoffMs * 2 ** (failures - 1))
  return longest * (0.5 + chance / 2)
}
