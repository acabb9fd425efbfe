'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Answer } from '@/components/tokens/answer'
import { Panel } from '@/components/ui/panel'
import { StatRow } from '@/components/ui/stat-row'
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
      skeleton={<Figures />}
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

/** Without statistics while they load. */
const Figures = ({ stats }: { readonly stats?: AffiliateStats }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  return (
    <StatRow
      label={t('earnings.what')}
      stats={[
        {
          name: t('earned'),
          value: stats && format.usd(stats.total_earned),
          note: stats ? t('earnings.paid', { usd: format.usd(stats.paid_out) }) : ' ',
        },
        {
          name: t('toBePaid'),
          value: stats && format.usd(stats.next_payout),
          note: t('earnings.pending'),
        },
        {
          name: t('volumeCounts'),
          value: stats && format.usd(stats.total_volume),
          note: t('earnings.volume'),
        },
        {
          name: t('traders.title'),
          value: stats && format.count(stats.total_traders),
          note: stats ? t('earnings.active', { count: stats.active_traders }) : ' ',
        },
      ]}
    />
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
