'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Answer } from '@/components/tokens/answer'
import { AsOf } from '@/components/tokens/as-of'
import { MarketSection } from '@/components/tokens/market-section'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Disclosure } from '@/components/ui/disclosure'
import { isMissing } from '@/lib/client/market'
import type { TraderStats } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'
import { ActivityTable } from './activity-table'
import { RewardProgress } from './reward-progress'
import { useTraderStats } from './use-rewards'

/** Shows the affiliate that a wallet is bound to as a trader, and its trades; renders nothing for unbound wallets. */
export const TraderSection = ({ wallet }: { readonly wallet: Address }) => {
  const t = useTranslations('affiliate')
  const query = useTraderStats(wallet)
  // Most wallets are not bound, so the section stays hidden until the answer is known.
  if (query.data === undefined && (!query.error || isMissing(query.error))) return null
  return (
    <MarketSection title={t('own.title')} aside={<AsOf ms={query.data?.asOfMs} />}>
      <Answer query={query} what={t('own.title')} skeleton={null} missing={null}>
        {({ body }) => (
          <div className="grid grid-cols-1 gap-3">
            <Standing stats={body} />
            <Disclosure summary={t('own.counted')}>
              <ActivityTable wallet={wallet} />
            </Disclosure>
          </div>
        )}
      </Answer>
    </MarketSection>
  )
}

const Standing = ({ stats }: { readonly stats: TraderStats }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  if (stats.bound_referrer_code === null || stats.trigger_volume === null) {
    return <p className="text-small text-ink-2">{t('own.unbound')}</p>
  }
  return (
    <div className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-4 tab:max-w-120 tab:p-6">
      <RewardProgress
        trigger={stats.trigger_volume}
        left={stats.left_to_next_rewards ?? undefined}
      />
      <DetailList>
        <Detail name={t('own.by')}>{stats.bound_referrer_code}</Detail>
        <Detail name={t('own.until')}>
          {stats.rewards_end ? format.day(stats.rewards_end) : null}
        </Detail>
        <Detail name={t('volumeCounts')}>{format.usd(stats.eligible_volume)}</Detail>
        <Detail name={t('earned')}>{format.usd(stats.total_earned)}</Detail>
        <Detail name={t('toBePaid')}>{format.usd(stats.next_payout)}</Detail>
      </DetailList>
    </div>
  )
}
