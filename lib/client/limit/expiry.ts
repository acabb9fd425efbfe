/** Times that an order is usually given, in seconds. */
export const expiryPresets = {
  hour: 3_600,
  day: 86_400,
  week: 7 * 86_400,
  month: 30 * 86_400,
} as const

/** Names of the usual times. */
export type ExpiryPreset = keyof typeof expiryPresets

/** How long a limit order waits: a usual time, or until a moment as a date field writes it (local time). */
export type ExpiryChoice =
  | { readonly by: 'preset'; readonly preset: ExpiryPreset }
  | { readonly by: 'moment'; readonly text: string }

/** When an order ends, in Unix seconds, or why that is no end. */
export type Expiry = { readonly validTo: number } | { readonly problem: ExpiryProblem }

/** Why a moment is no end of an order. */
export type ExpiryProblem = 'missing' | 'too-soon' | 'too-late'

const soonestSeconds = 120
/** The service takes 365 days; an hour is left for clocks that differ. */
const latestSeconds = 365 * 86_400 - 3_600

/** When an order ends that is signed at a moment, in milliseconds. */
export function readExpiry(choice: ExpiryChoice, nowMs: number): Expiry {
  const now = Math.floor(nowMs / 1_000)
  if (choice.by === 'preset') return { validTo: now + expiryPresets[choice.preset] }
  const moment = Math.floor(Date.parse(choice.text) / 1_000)
  if (Number.isNaN(moment)) return { problem: 'missing' }
  if (moment < now + soonestSeconds) return { problem: 'too-soon' }
  return moment > now + latestSeconds ? { problem: 'too-late' } : { validTo: moment }
}
