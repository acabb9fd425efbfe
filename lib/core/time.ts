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
