'use client'

import { Answer } from '@/components/tokens/answer'
import { AsOf } from '@/components/tokens/as-of'
import { MarketSection } from '@/components/tokens/market-section'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Skeleton } from '@/components/ui/skeleton'
import type { AffiliateStats } from '@/lib/client/rewards'
import { usdText } from '@/lib/client/usd-text'
import type { Address } from '@/lib/core/address'
import { RewardProgress } from './reward-progress'
import { useAffiliateStats } from './use-rewards'

/** What an affiliate has earned, and the way to the next reward. */
export const Earnings = ({ wallet }: { readonly wallet: Address }) => {
  const asked = useAffiliateStats(wallet)
  return (
    <MarketSection title="Earned so far" aside={<AsOf ms={asked.data?.asOfMs} />}>
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
        {({ body }) => <Figures stats={body} />}
      </Answer>
    </MarketSection>
  )
}

const Figures = ({ stats }: { readonly stats: AffiliateStats }) => (
  <div className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-4 tab:p-6">
    <p className="numeric font-display text-h1 font-semibold">{usdText(stats.total_earned)}</p>
    <RewardProgress trigger={stats.trigger_volume} left={stats.left_to_next_reward ?? undefined} />
    <DetailList>
      <Detail name="Still to be paid">{usdText(stats.next_payout)}</Detail>
      <Detail name="Paid out">{usdText(stats.paid_out)}</Detail>
      <Detail name="Volume that counts">{usdText(stats.total_volume)}</Detail>
      <Detail name="Traders bound to you">{stats.total_traders}</Detail>
      <Detail name="Of them active in 30 days">{stats.active_traders}</Detail>
    </DetailList>
  </div>
)
