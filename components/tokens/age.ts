import type { Translator } from '@/lib/client/i18n/translator'
/** Formats an age in one unit: "12 s ago", "4 min ago", "2 h ago", "3 days ago". */
export function ageText(t: Translator<'ui'>, ageMs: number): string {
  const seconds = Math.max(0, Math.round(ageMs / 1000))
  if (seconds < 5) return t('age.now')
  if (seconds < 100) return t('age.seconds', { count: seconds })
  const minutes = Math.round(seconds / 60)
  if (minutes < 100) return t('age.minutes', { count: minutes })
  const hours = Math.round(minutes / 60)
  return hours < 48
    ? t('age.hours', { count: hours })
    : t('age.days', { count: Math.round(hours / 24) })
}

/** Returns true above ten minutes: the service refreshes this data every minute. */
export const isOld = (ageMs: number): boolean => ageMs > 10 * 60_000
