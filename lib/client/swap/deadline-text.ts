import type { Translator } from '@/lib/client/i18n/translator'

/** Formats whole minutes, such as "1 hour 30 minutes". */
export function durationText(t: Translator<'swap'>, seconds: number): string {
  const total = Math.round(seconds / 60)
  const hours = t('duration.hours', { count: Math.floor(total / 60) })
  const minutes = t('duration.minutes', { count: total % 60 })
  if (total < 60) return minutes
  return total % 60 === 0 ? hours : t('duration.both', { hours, minutes })
}
