import type { Format } from '@/lib/core/format/format'

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Formats a time in UTC for a page about one day: the time alone on that day, else with its date. */
export const momentText = (format: Format, date: Date, day: Date): string =>
  dayOf(date) === dayOf(day) ? format.utcSecond(date) : format.utcMinute(date)

/** Formats when an order expires, with its zone: "10:34 UTC", with the date unless it is on `day`. */
export const expiryText = (format: Format, date: Date, day: Date): string =>
  dayOf(date) === dayOf(day)
    ? `${format.utcClock(date)} UTC`
    : `${format.day(date)}, ${format.utcClock(date)} UTC`
