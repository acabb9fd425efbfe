'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'

/** How far a price is beyond the market, in words; undefined where that is not known. */
export function useDistanceText(bps: number | undefined): string | undefined {
  const t = useTranslations('limit')
  const format = useFormat()
  if (bps === undefined) return undefined
  if (Math.abs(bps) < 0.5) return t('distance.at')
  const percent = format.number(Math.abs(bps) / 10_000, {
    ...{ style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 },
  })
  return bps > 0 ? t('distance.above', { percent }) : t('distance.below', { percent })
}
