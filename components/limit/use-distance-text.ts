'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { percentText } from '@/lib/client/swap/slippage-text'

/** How far a price is beyond the market, in words; undefined where that is not known. */
export function useDistanceText(bps: number | undefined): string | undefined {
  const t = useTranslations('limit')
  const format = useFormat()
  if (bps === undefined) return undefined
  if (Math.abs(bps) < 0.5) return t('distance.at')
  const percent = percentText(format, Math.abs(bps))
  return bps > 0 ? t('distance.above', { percent }) : t('distance.below', { percent })
}
