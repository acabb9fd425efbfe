'use client'

import { useTranslations } from 'next-intl'
import { MarketSection } from '@/components/tokens/market-section'
import type { AffiliateView } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'
import { CodeCard } from './code-card'
import { Earnings } from './earnings'
import { PayoutsSection } from './payouts-section'
import { ProgrammeTerms } from './programme-terms'
import { TradersSection } from './traders-section'
import { VolumeSection } from './volume-section'
import { WhatDoesNotCount } from './what-does-not-count'

type Props = {
  readonly wallet: Address
  readonly affiliate: AffiliateView
  /** Whether the code was registered just now. */
  readonly isNew: boolean
}

/** Shows a wallet's code and its statistics. */
export const AffiliateReport = ({ wallet, affiliate, isNew }: Props) => {
  const t = useTranslations('affiliate')
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="grid grid-cols-1 items-start gap-8 tab:grid-cols-2 desk:grid-cols-[30rem_1fr] desk:gap-10">
        <CodeCard affiliate={affiliate} isNew={isNew} />
        <Earnings wallet={wallet} />
      </div>
      <VolumeSection wallet={wallet} />
      <TradersSection wallet={wallet} />
      <PayoutsSection wallet={wallet} />
      <div className="grid max-w-xl grid-cols-1 gap-2">
        <MarketSection title={t('terms.title')}>
          <ProgrammeTerms terms={affiliate} />
        </MarketSection>
        <WhatDoesNotCount terms={affiliate} />
      </div>
    </div>
  )
}
