'use client'

import { useState } from 'react'
import { MorePages } from '@/components/affiliate/more-pages'
import { Answer } from '@/components/tokens/answer'
import { ChoiceRow } from '@/components/tokens/choice-row'
import { MarketSection } from '@/components/tokens/market-section'
import { Skeleton } from '@/components/ui/skeleton'
import type { Address } from '@/lib/core/address'
import { DeliveryList } from './delivery-list'
import { useDeliveries } from './use-channels'

const choices = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'dead', label: 'Failed' },
  { value: 'sent', label: 'Sent' },
] as const

/** What was sent to the channels of an account, what waits, and what was given up. */
export const DeliveriesSection = ({ account }: { readonly account: Address }) => {
  const [state, setState] = useState<(typeof choices)[number]['value']>('all')
  const asked = useDeliveries(account, state === 'all' ? undefined : state)
  return (
    <MarketSection title="Last deliveries">
      <ChoiceRow label="Deliveries" choices={choices} value={state} onChoose={setState} />
      <Answer
        asked={asked}
        what="The deliveries"
        skeleton={<Skeleton className="h-32 rounded-card" />}
        missing={null}
      >
        {({ pages }) => {
          const rows = pages.flat()
          if (rows.length === 0) return <p className="text-small text-ink-2">None.</p>
          return (
            <MorePages asked={asked} what="deliveries" label="Older deliveries">
              <DeliveryList account={account} rows={rows} />
            </MorePages>
          )
        }}
      </Answer>
    </MarketSection>
  )
}
