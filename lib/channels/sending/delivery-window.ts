import type { Rhythm } from '@/lib/outbox/subscription'
import { localTime, nextLocalTime } from './local-time'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Local minute of the day at which a daily digest is sent. */
const digestMinute = 9 * 60

/**
 * Returns when a delivery created at `createdMs` may be sent, as of `nowMs`: after its digest period and quiet hours,
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
