'use client'

import { useTranslations } from 'next-intl'
import { useNow } from '@/components/app/use-now'
import { Badge } from '@/components/ui/badge'
import { ageText, isOld } from './age'

/** How old data is; what is too old is said loudly. */
export const AsOf = ({ ms }: { readonly ms: number | undefined }) => {
  const t = useTranslations('ui')
  const now = useNow()
  if (ms === undefined || now === 0) return null
  const age = now - ms
  const ago = ageText(t, age)
  return isOld(age) ? (
    <Badge tone="warn">{t('age.old', { ago })}</Badge>
  ) : (
    <span className="numeric text-label text-ink-2">{t('age.asOf', { ago })}</span>
  )
}
