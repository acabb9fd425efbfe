const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Exceeds the number of time zones. */
const maxClocks = 1_000
/** By the names that {@link standardTimeZone} returns. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Whether {@link localTime} knows the time zone `name`. */
export function isTimeZone(name: string): boolean {
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** Returns the canonical spelling of a time zone. @throws {RangeError} when it is unknown. */
export function standardTimeZone(name: string): string {
  return clockOf(name).resolvedOptions().timeZone
}

/**
 * Returns the wall clock time of a time zone as the Unix milliseconds at which UTC clocks show it. An unknown zone
 * counts as UTC.
 */
export function localTime(timeZone: string, ms: number): number {
  if (timeZone === 'UTC' || !isTimeZone(timeZone)) return ms
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const date = Date.UTC(part('year'), part('month') - 1, part('day'))
  const time = (part('hour') * 60 + part('minute')) * minuteMs + part('second') * 1_000
  return date + time + (((ms % 1_000) + 1_000) % 1_000)
}

/**
 * Returns the first time after `ms` at which the clocks of a time zone show this minute of the day. A skipped time is
 * shifted past the gap; of a repeated time, the first counts.
 */
export function nextLocalTime(timeZone: string, minutes: number, ms: number): number {
  const midnight = Math.floor(localTime(timeZone, ms) / dayMs) * dayMs
  for (let day = 0; ; day++) {
    const found = instantsOf(timeZone, midnight + day * dayMs + minutes * minuteMs).filter(
      (instant) => instant > ms,
    )
    if (found.length > 0) return Math.min(...found)
  }
}

/** The times at which the clocks show `local`; offsets change at most once within two days. */
function instantsOf(timeZone: string, local: number): number[] {
  const offsets = [local - dayMs, local + dayMs].map((ms) => localTime(timeZone, ms) - ms)
  const instants = offsets.map((offset) => local - offset)
  const shown = instants.filter((instant) => localTime(timeZone, instant) === local)
  return shown.length > 0 ? shown : instants.slice(0, 1)
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, ...numeric, ...time })
  const name = clock.resolvedOptions().timeZone
  // A zone name has millions of spellings, and offsets are names too.
  if (clocks.size >= maxClocks) clocks.clear()
  clocks.set(name, clock)
  return clock
}
