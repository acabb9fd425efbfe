'use client'

import { useTranslations } from 'next-intl'
import { useClock } from '@/components/app/use-now'
import { Badge } from '@/components/ui/badge'
import type { Translator } from '@/lib/client/i18n/translator'

/** The age of data that is older than two minutes; a warning badge from ten minutes on. The footer dates the rest. */
export const AsOf = ({ ms }: { readonly ms: number | undefined }) => {
  const t = useTranslations('ui')
  const ago = useClock((nowMs) =>
    ms && nowMs > 0 && nowMs - ms > freshMs ? ageText(t, nowMs - ms) : '',
  )
  const isStale = useClock((nowMs) => ms !== undefined && isOld(nowMs - ms))
  if (ago === '') return null
  return isStale ? (
    <Badge tone="warn">{t('age.old', { ago })}</Badge>
  ) : (
    <span className="numeric text-label text-ink-2">{t('age.asOf', { ago })}</span>
  )
}

/** Prices are computed once a minute and requested once a minute. */
const freshMs = 2 * 60_000

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
