/** The largest Unix time an order can carry in `validTo` (uint32). */
export const maxUint32 = 4_294_967_295

/** Seconds per day. */
export const daySeconds = 86_400

/** Converts Unix milliseconds to seconds, rounded down. */
export function toUnixSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

/** The UTC date of a Unix second, such as `2026-11-21`. */
export function isoDate(time: number): string {
  return new Date(time * 1_000).toISOString().slice(0, 10)
}

/** Minimum remaining validity of a new order in seconds: less leaves no time for an auction and its settlement. */
export const minValidForSeconds = 60

/** Maximum remaining validity of a new order in seconds, except for presign orders, as in the public API. */
export const maxValidForSeconds = 365 * 24 * 3600

/** Whether a history of this length counts as all of a span: its first candle may begin within 5 % of it. */
export const coversSpan = (seconds: number, span: number): boolean => seconds >= span * 0.95
