'use client'

import { useTranslations } from 'next-intl'
import { MorePages } from '@/components/affiliate/more-pages'
import { useSearchState } from '@/components/app/use-search-state'
import { Answer } from '@/components/tokens/answer'
import { ChoiceRow } from '@/components/tokens/choice-row'
import { MarketSection } from '@/components/tokens/market-section'
import { Skeleton } from '@/components/ui/skeleton'
import type { Address } from '@/lib/core/address'
import { DeliveryList } from './delivery-list'
import { useDeliveries } from './use-channels'

const choices = ['all', 'waiting', 'dead', 'sent'] as const

/** The deliveries of an account: sent, pending and abandoned. */
export const DeliveriesSection = ({ account }: { readonly account: Address }) => {
  const t = useTranslations('notifications')
  const { search, change } = useSearchState()
  const state = choices.find((choice) => choice === search.get('deliveries')) ?? 'all'
  const query = useDeliveries(account, state === 'all' ? undefined : state)
  return (
    <MarketSection title={t('deliveries.title')}>
      <ChoiceRow
        label={t('deliveries.label')}
        choices={choices.map((value) => ({ value, label: t(`deliveries.state.${value}`) }))}
        value={state}
        onChoose={(next) => change({ deliveries: next === 'all' ? '' : next })}
      />
      <Answer
        query={query}
        what={t('deliveries.what')}
        skeleton={<Skeleton className="h-32 rounded-card" />}
        missing={null}
      >
        {({ pages }) => {
          const rows = pages.flat()
          if (rows.length === 0)
            return <p className="text-small text-ink-2">{t('deliveries.none')}</p>
          return (
            <MorePages query={query} what={t('deliveries.rows')} label={t('deliveries.older')}>
              <DeliveryList account={account} rows={rows} />
            </MorePages>
          )
        }}
      </Answer>
    </MarketSection>
  )
}
