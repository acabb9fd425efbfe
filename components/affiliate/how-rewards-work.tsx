'use client'

import { useSettings } from '@/components/app/settings'
import { Disclosure } from '@/components/ui/disclosure'
import { referralReasons } from '@/lib/affiliate/referral-reason'
import { ProgrammeTerms } from './programme-terms'

/** What happens from a shared link to a payout, and what counts for nothing. */
export const HowRewardsWork = () => {
  const { settings } = useSettings()
  return (
    <section
      aria-labelledby="how-rewards-work"
      className="grid max-w-xl grid-cols-1 gap-3 text-small text-ink-2"
    >
      <h2 id="how-rewards-work" className="text-h3 text-ink">
        How rewards work
      </h2>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Whoever opens your link places orders that carry your code.</li>
        <li>The first eligible trade binds a trader to your code for good.</li>
        <li>Its eligible volume earns rewards that both of you share.</li>
        <li>Rewards are paid once their epoch is over and its trades are final.</li>
      </ol>
      <ProgrammeTerms terms={settings.affiliateTerms} />
      <Disclosure summary="What does not count">
        <ul className="grid list-disc gap-1.5 pl-5">
          {Object.entries(referralReasons)
            .filter(([reason]) => reason !== 'eligible')
            .map(([reason, sentence]) => (
              <li key={reason}>{sentence}</li>
            ))}
        </ul>
      </Disclosure>
    </section>
  )
}
