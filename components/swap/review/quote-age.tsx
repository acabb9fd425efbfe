'use client'

import { useTranslations } from 'next-intl'
import { useNow } from '@/components/app/use-now'
import { ProgressRing } from '@/components/ui/progress-ring'
import type { QuoteOffer } from '@/lib/client/swap/quote-offer'
import { type QuoteView, refreshLeft, refreshMs } from '@/lib/client/swap/quote-state'

type Props = Pick<QuoteView, 'stage'> & { readonly offer: QuoteOffer }

/** The time until a quote is refreshed. */
export const QuoteAge = ({ stage, offer }: Props) => {
  const t = useTranslations('swap')
  const left = refreshLeft(offer, useNow())
  const seconds = Math.ceil((left * refreshMs) / 1_000)
  if (stage !== 'firm' || seconds === 0) return <span>{t('well.updating')}</span>
  return (
    <span className="flex items-center gap-2">
      <span className="flex scale-75 motion-reduce:hidden">
        <ProgressRing label={t('well.time')} left={left} />
      </span>
      <span className="numeric">{t('well.updatesIn', { seconds })}</span>
    </span>
  )
}
