'use client'

import { Answer } from '@/components/tokens/answer'
import { MarketSection } from '@/components/tokens/market-section'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Skeleton } from '@/components/ui/skeleton'
import type { AffiliateStats } from '@/lib/client/rewards'
import { usdText } from '@/lib/client/usd-text'
import type { Address } from '@/lib/core/address'
import { ChangedAt } from './changed-at'
import { RewardProgress } from './reward-progress'
import { useAffiliateStats } from './use-rewards'

/** What an affiliate has earned, and the way to the next reward. */
export const Earnings = ({ wallet }: { readonly wallet: Address }) => {
  const asked = useAffiliateStats(wallet)
  return (
    <MarketSection title="Earned so far" aside={<ChangedAt at={asked.data?.lastUpdatedAt} />}>
      <Answer
        asked={asked}
        what="What you have earned"
        skeleton={<Skeleton className="h-60 rounded-card" />}
        missing={
          <p className="text-small text-ink-2">
            Nothing yet: no trades have come with your code. Share the link to begin.
          </p>
        }
      >
        {(stats) => <Figures stats={stats} />}
      </Answer>
    </MarketSection>
  )
}

const Figures = ({ stats }: { readonly stats: AffiliateStats }) => (
  <div className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-4 tab:p-6">
    <p className="numeric font-display text-h1 font-semibold">{usdText(stats.total_earned)}</p>
    <RewardProgress
      trigger={stats.trigger_volume}
      left={stats.left_to_next_reward ?? undefined}
      whose="one trader"
    />
    <DetailList>
      <Detail name="Next payout">{usdText(stats.next_payout)}</Detail>
      <Detail name="Paid out">{usdText(stats.paid_out)}</Detail>
      <Detail name="Volume of your traders">{usdText(stats.total_volume)}</Detail>
      <Detail name="Traders">
        {stats.total_traders}, of whom {stats.active_traders} traded in the last 30 days
      </Detail>
    </DetailList>
  </div>
)
