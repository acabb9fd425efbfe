import { localTime, nextLocalTime } from './local-time'

/** When an account wants to be told. */
export type Rhythm = {
  /** Minutes after midnight in `timeZone` between which nothing is sent. */
  readonly quiet: { readonly from: number; readonly to: number } | undefined
  /** IANA name. */
  readonly timeZone: string
  readonly digest: 'none' | 'hourly' | 'daily'
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Minutes after midnight at which a daily digest goes out. */
const digestMinute = 9 * 60

/**
 * When what was told at `createdMs` may be sent, seen at `nowMs`: at the end of its digest and of quiet hours,
 * never before now. Unix milliseconds.
 */
export function dueTime(rhythm: Rhythm, createdMs: number, nowMs: number): number {
  return afterQuiet(rhythm, Math.max(nowMs, digestEnd(rhythm, createdMs)))
}

function digestEnd({ digest, timeZone }: Rhythm, createdMs: number): number {
  if (digest === 'none') return createdMs
  if (digest === 'daily') return nextLocalTime(timeZone, digestMinute, createdMs)
  return createdMs + hourMs - (localTime(timeZone, createdMs) % hourMs)
}

function afterQuiet({ quiet, timeZone }: Rhythm, ms: number): number {
  if (!quiet || !isWithin(quiet, localTime(timeZone, ms))) return ms
  return nextLocalTime(timeZone, quiet.to, ms)
}

function isWithin({ from, to }: { from: number; to: number }, localMs: number): boolean {
  const minute = Math.floor(localMs / minuteMs) % (24 * 60)
  return from < to ? from <= minute && minute < to : from <= minute || minute < to
}
