/** Parses `Retry-After` (RFC 9110, section 10.2.3) into milliseconds from now; undefined when absent or past. */
export function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  if (/^[0-9]{1,9}$/.test(text.trim())) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) || at <= nowMs ? undefined : at - nowMs
}
