import type { DayRow } from '@/lib/client/rewards'

/** Volume of an affiliate's traders on a UTC day, in dollars. */
export type DayVolume = Pick<DayRow, 'day' | 'trades' | 'volume' | 'eligible'>

const dayMs = 86_400_000

/** Returns the last `count` UTC days up to that of `nowMs`, oldest first; days without data are empty. */
export function lastDays(
  known: readonly DayVolume[],
  { count, nowMs }: { readonly count: number; readonly nowMs: number },
): readonly DayVolume[] {
  const byDay = new Map(known.map((day) => [day.day, day]))
  return Array.from({ length: count }, (_, index) => {
    const day = dateText(nowMs - (count - 1 - index) * dayMs)
    return byDay.get(day) ?? { day, trades: 0, volume: 0, eligible: 0 }
  })
}

/** Returns the UTC date of a time in milliseconds. */
export const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Sums up several days. */
export function sumOf(days: readonly DayVolume[]): Omit<DayVolume, 'day'> {
  return days.reduce(
    (sum, { trades, volume, eligible }) => ({
      trades: sum.trades + trades,
      volume: sum.volume + volume,
      eligible: sum.eligible + eligible,
    }),
    { trades: 0, volume: 0, eligible: 0 },
  )
}

/** Heights of a day's bar, relative to the highest day: 0 to 1. */
export type DayBar = { readonly day: string; readonly volume: number; readonly eligible: number }

/** Computes the bars of the days' volume, with the eligible part of each. */
export function dayBars(days: readonly DayVolume[]): readonly DayBar[] {
  const highest = days.reduce((most, { volume }) => Math.max(most, volume), 0)
  const part = (value: number) => (highest > 0 ? value / highest : 0)
  return days.map(({ day, volume, eligible }) => ({
    day,
    volume: part(volume),
    eligible: part(Math.min(eligible, volume)),
  }))
}
