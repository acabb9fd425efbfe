import { Disclosure } from '@/components/ui/disclosure'
import type { Settings } from '@/lib/api/pages'
import { terseUsdText } from '@/lib/client/usd-text'

type Props = {
  /** Sums in dollars. */
  readonly terms: Pick<Settings['affiliateTerms'], 'timeCapDays' | 'volumeCap'>
}

/** Which trades earn nobody a reward, before anybody relies on them. */
export const WhatDoesNotCount = ({ terms }: Props) => (
  <Disclosure summary="What does not count">
    <ul className="grid list-disc gap-1.5 pl-5 text-small text-ink-2">
      <li>Trades of your own, and trades while your code is switched off.</li>
      <li>Traders who traded here without a code before, or who are bound to somebody else’s.</li>
      <li>
        What is traded back within 24 hours, by the trader or by an account that it paid or that
        paid it; only what is left over counts.
      </li>
      <li>What the same settlement trades in the other direction for others.</li>
      <li>
        Trades between tokens that follow the same thing: two dollar tokens, or a staked token and
        its coin.
      </li>
      <li>Tokens that are not listed here, or that had no price at the time of the trade.</li>
      <li>Orders that somebody else than this service settled.</li>
      <li>
        What comes more than {terms.timeCapDays} days after the trade that bound the trader, or is
        beyond {terseUsdText(terms.volumeCap)}.
      </li>
    </ul>
    <p className="pt-3 text-small text-ink-2">
      Every trader sees on this page what each trade counted for, and why. A trade shows here within
      some minutes, and what it counts for may change for a day or two.
    </p>
  </Disclosure>
)
