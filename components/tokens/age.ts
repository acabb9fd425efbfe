import type { Translator } from '@/lib/client/i18n/translator'
/** How long ago something was, in one unit: "12 s ago", "4 min ago", "2 h ago", "3 days ago". */
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

/** Whether data of this age deserves a warning: it should be renewed every minute. */
export const isOld = (ageMs: number): boolean => ageMs > 10 * 60_000
