'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Answer } from '@/components/tokens/answer'
import { AsOf } from '@/components/tokens/as-of'
import { MarketSection } from '@/components/tokens/market-section'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Skeleton } from '@/components/ui/skeleton'
import type { AffiliateStats } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'
import { RewardProgress } from './reward-progress'
import { useAffiliateStats } from './use-rewards'

/** Shows an affiliate's earnings and the progress to the next reward. */
export const Earnings = ({ wallet }: { readonly wallet: Address }) => {
  const t = useTranslations('affiliate')
  const query = useAffiliateStats(wallet)
  return (
    <MarketSection title={t('earnings.title')} aside={<AsOf ms={query.data?.asOfMs} />}>
      <Answer
        query={query}
        what={t('earnings.what')}
        skeleton={<Skeleton className="h-60 rounded-card" />}
        missing={<p className="text-small text-ink-2">{t('earnings.none')}</p>}
      >
        {({ body }) => <Figures stats={body} />}
      </Answer>
    </MarketSection>
  )
}

const Figures = ({ stats }: { readonly stats: AffiliateStats }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  return (
    <div className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-4 tab:p-6">
      <p className="numeric font-display text-h1 font-semibold">{format.usd(stats.total_earned)}</p>
      <RewardProgress
        trigger={stats.trigger_volume}
        left={stats.left_to_next_reward ?? undefined}
      />
      <DetailList>
        <Detail name={t('toBePaid')}>{format.usd(stats.next_payout)}</Detail>
        <Detail name={t('earnings.paid')}>{format.usd(stats.paid_out)}</Detail>
        <Detail name={t('volumeCounts')}>{format.usd(stats.total_volume)}</Detail>
        <Detail name={t('earnings.traders')}>{format.count(stats.total_traders)}</Detail>
        <Detail name={t('earnings.active')}>{format.count(stats.active_traders)}</Detail>
      </DetailList>
    </div>
  )
}
