import type { Translator } from '@/lib/client/i18n/translator'
import type { Format } from '@/lib/core/format/format'
import { groupBy } from '@/lib/core/group-by'
/** Notifications of one day, newest first. */
export type Day<T> = { readonly label: string; readonly items: readonly T[] }

type Words = { readonly t: Translator<'notifications'>; readonly format: Format }

/** Groups notifications, sorted newest first, by the user's calendar day: "Today", "Yesterday", else the date. */
export function groupByDay<T extends { readonly timestamp: string }>(
  { t, format }: Words,
  items: readonly T[],
  now: Date,
): readonly Day<T>[] {
  const days = groupBy(items, ({ timestamp }) => dayLabel({ t, format }, new Date(timestamp), now))
  return [...days].map(([label, list]) => ({ label, items: list }))
}

function dayLabel({ t, format }: Words, date: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000)
  if (days <= 0) return t('day.today')
  if (days === 1) return t('day.yesterday')
  return format.localDayInYear(date, now)
}

const midnight = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
