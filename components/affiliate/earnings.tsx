'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Answer } from '@/components/tokens/answer'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { AffiliateStats } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'
import { RewardProgress } from './reward-progress'
import { useAffiliateStats } from './use-rewards'

/** An affiliate's totals, and the progress to the next reward. */
export const Earnings = ({ wallet }: { readonly wallet: Address }) => {
  const t = useTranslations('affiliate')
  const query = useAffiliateStats(wallet)
  return (
    <Answer
      query={query}
      what={t('earnings.what')}
      skeleton={<Skeleton className="h-29 rounded-panel" />}
      missing={
        <p className="rounded-panel border border-card-edge bg-surface p-4 text-small text-ink-2 tab:p-6">
          {t('earnings.none')}
        </p>
      }
    >
      {({ body }) => <Figures stats={body} />}
    </Answer>
  )
}

const Figures = ({ stats }: { readonly stats: AffiliateStats }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  const cells = [
    {
      ...{ name: t('earned'), value: format.usd(stats.total_earned) },
      note: t('earnings.paid', { usd: format.usd(stats.paid_out) }),
    },
    {
      ...{ name: t('toBePaid'), value: format.usd(stats.next_payout) },
      note: t('earnings.pending'),
    },
    {
      ...{ name: t('volumeCounts'), value: format.usd(stats.total_volume) },
      note: t('earnings.volume'),
    },
    {
      ...{ name: t('traders.title'), value: format.count(stats.total_traders) },
      note: t('earnings.active', { count: stats.active_traders }),
    },
  ]
  return (
    <dl
      aria-label={t('earnings.what')}
      className="grid grid-cols-2 gap-px overflow-clip rounded-panel border border-card-edge bg-hair desk:grid-cols-4"
    >
      {cells.map(({ name, value, note }) => (
        <div key={name} className="grid content-start gap-1 bg-surface p-4 tab:p-6">
          <dt className="text-label text-ink-2">{name}</dt>
          <dd className="numeric text-h3 font-sans font-medium tracking-[-0.01em] wrap-anywhere tab:text-h2">
            {value}
          </dd>
          <dd className="numeric text-label text-ink-2">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The progress to an affiliate's next reward; nothing before its first trade. */
export const NextReward = ({ wallet }: { readonly wallet: Address }) => {
  const t = useTranslations('affiliate')
  const { data } = useAffiliateStats(wallet)
  if (!data) return null
  const { trigger_volume: trigger, left_to_next_reward: left } = data.body
  return (
    <Panel title={t('progress.title')}>
      <RewardProgress trigger={trigger} left={left ?? undefined} />
      {left !== null && left < trigger ? (
        <p className="text-label text-ink-2">{t('progress.whose')}</p>
      ) : null}
    </Panel>
  )
}
