import { maxValidForSeconds } from '@/lib/core/time'
/** Preset validities in seconds. */
export const expiryPresets = {
  hour: 3_600,
  day: 86_400,
  week: 7 * 86_400,
  month: 30 * 86_400,
} as const

/** Names of the presets. */
export type ExpiryPreset = keyof typeof expiryPresets

/** Validity of a limit order: a preset, or a time from a date field (local time). */
export type ExpiryChoice =
  | { readonly by: 'preset'; readonly preset: ExpiryPreset }
  | { readonly by: 'moment'; readonly text: string }

/** An order's expiry in Unix seconds, or why it is invalid. */
export type Expiry = { readonly validTo: number } | { readonly problem: ExpiryProblem }

/** Why an expiry is invalid. */
export type ExpiryProblem = 'missing' | 'too-soon' | 'too-late'

/** Time for a signature and one auction. */
const minSeconds = 120
/** What the service accepts, minus an hour for clock differences. */
const maxSeconds = maxValidForSeconds - 3_600

/** Computes the expiry of an order signed at a time in milliseconds. */
export function readExpiry(choice: ExpiryChoice, nowMs: number): Expiry {
  const now = Math.floor(nowMs / 1_000)
  if (choice.by === 'preset') return { validTo: now + expiryPresets[choice.preset] }
  const moment = Math.floor(Date.parse(choice.text) / 1_000)
  if (Number.isNaN(moment)) return { problem: 'missing' }
  if (moment < now + minSeconds) return { problem: 'too-soon' }
  return moment > now + maxSeconds ? { problem: 'too-late' } : { validTo: moment }
}
