'use client'

import { useTranslations } from 'next-intl'
import { useClock } from '@/components/app/use-now'
import { Badge } from '@/components/ui/badge'
import { ageText, isOld } from './age'

/** The age of data; a warning badge if it is older than ten minutes. */
export const AsOf = ({ ms }: { readonly ms: number | undefined }) => {
  const t = useTranslations('ui')
  const ago = useClock((nowMs) => (ms && nowMs > 0 ? ageText(t, nowMs - ms) : ''))
  const isStale = useClock((nowMs) => ms !== undefined && isOld(nowMs - ms))
  if (ago === '') return null
  return isStale ? (
    <Badge tone="warn">{t('age.old', { ago })}</Badge>
  ) : (
    <span className="numeric text-label text-ink-2">{t('age.asOf', { ago })}</span>
  )
}
