'use client'

import { useTranslations } from 'next-intl'
import { spanOf } from '@/lib/client/schedule/plan'

/** An interval in its largest whole unit: "2 weeks". */
export const ScheduleSpan = ({ seconds }: { readonly seconds: number }) => {
  const t = useTranslations('schedule')
  const { every, unit } = spanOf(seconds)
  return t('span', { every, unit: t(`units.${unit}`, { count: every }) })
}
