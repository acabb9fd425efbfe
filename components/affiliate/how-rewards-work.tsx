'use client'

import { useSettings } from '@/components/app/settings'
import { terseUsdText } from '@/lib/client/usd-text'
import { ProgrammeTerms } from './programme-terms'
import { WhatDoesNotCount } from './what-does-not-count'

/** What happens from a shared link to a payout, and what counts for nothing. */
export const HowRewardsWork = () => {
  const { settings } = useSettings()
  const { affiliateTerms: terms, affiliateEpochDays: epochDays } = settings
  return (
    <section
      aria-labelledby="how-rewards-work"
      className="grid max-w-xl grid-cols-1 gap-4 text-small text-ink-2"
    >
      <h2 id="how-rewards-work" className="text-h3 text-ink">
        How rewards work
      </h2>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Whoever opens your link trades at the same prices; the orders carry your code.</li>
        <li>The first trade that counts binds its trader to your code for good.</li>
        <li>
          Each {terseUsdText(terms.triggerVolume)} that one trader trades earns a reward, of which
          you both get a part.
        </li>
        <li>
          Rewards are added up over {epochText(epochDays)}. A day or two later they are final, and
          the operator of this service pays you and the trader.
        </li>
      </ol>
      <ProgrammeTerms terms={terms} />
      <p>A code that is bound now keeps these terms, whatever changes later.</p>
      <WhatDoesNotCount terms={terms} />
    </section>
  )
}

const epochText = (days: number) => (days === 7 ? 'a week, from Monday (UTC)' : `${days} days`)
