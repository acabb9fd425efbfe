import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Detail, DetailList } from '@/components/ui/detail-list'
import type { Settings } from '@/lib/api/docs/pages'

type Props = {
  /** Amounts in dollars. */
  readonly terms: Settings['affiliateTerms']
}

/** States the terms of a code in plain words; later changes of the programme do not affect registered codes. */
export const ProgrammeTerms = ({ terms }: Props) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  const share = (percent: number) => format.terseUsd((terms.rewardAmount * percent) / 100)
  return (
    <DetailList>
      <Detail name={t('terms.trigger')}>{format.terseUsd(terms.triggerVolume)}</Detail>
      <Detail name={t('terms.you')}>{share(terms.revenueSplitAffiliatePct)}</Detail>
      <Detail name={t('terms.trader')}>{share(terms.revenueSplitTraderPct)}</Detail>
      <Detail name={t('terms.time')}>{t('terms.days', { days: terms.timeCapDays })}</Detail>
      <Detail name={t('terms.cap')}>{format.terseUsd(terms.volumeCap)}</Detail>
    </DetailList>
  )
}
