'use client'

import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { ServedNetwork } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { StatRow } from '@/components/ui/stat-row'
import { call } from '@/lib/client/call'
import { countedNetworks, sumTotals, type Totals } from '@/lib/client/orders/sum-totals'
import type { Address } from '@/lib/core/address'
import { missingText } from '@/lib/core/format/number-text'

const days = 30

type Props = {
  readonly owner: Address
  readonly networks: readonly ServedNetwork[]
  /** Number of filled orders: the totals are read again when it changes. */
  readonly filled: number
}

/** What the account's orders of the last 30 days came to, in dollars at the time of each fill. */
export const OrderTotals = ({ owner, networks, filled }: Props) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const counted = countedNetworks(networks)
  const { data, isError } = useQueries({
    queries: counted.map(({ name }) => ({
      queryKey: ['order-totals', name, owner, filled],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        call(
          'readTotalsOfAccount',
          { network: name, params: { account: owner }, query: { days } },
          { signal, tries: 4 },
        ),
      placeholderData: <T,>(before: T) => before,
    })),
    // A sum without one of its networks would be wrong.
    combine: (answers) => ({
      data: answers.every(({ data }) => data)
        ? sumTotals(answers.flatMap(({ data }) => data ?? []))
        : undefined,
      isError: answers.some((answer) => answer.isError),
    }),
  })
  const volume = counted.length < networks.length ? 'withoutTestnets' : 'volume'
  const shown = (text: (totals: Totals) => string) =>
    data ? text(data) : isError ? missingText : undefined
  const gain = (usd: number | undefined) => (usd !== undefined && usd > 0 ? 'gain' : undefined)
  const unpriced = data && data.unpricedFills > 0
  return (
    <StatRow
      label={t('totals.label', { days })}
      stats={[
        {
          name: t('totals.filled', { days }),
          value: shown(({ orders }) => t('totals.orders', { count: orders })),
          note: data
            ? t(`totals.${volume}`, { volume: format.usd(data.volumeUsd) })
            : isError
              ? t('totals.failed')
              : ' ',
        },
        {
          name: t('surplus.vsQuote'),
          value: shown(({ surplusVsQuoteUsd }) => format.signedUsd(surplusVsQuoteUsd)),
          note: t('totals.vsQuote'),
          tone: gain(data?.surplusVsQuoteUsd),
        },
        {
          name: t('surplus.vsLimit'),
          value: shown(({ surplusVsLimitUsd }) => format.signedUsd(surplusVsLimitUsd)),
          note: t('totals.vsLimit'),
          tone: gain(data?.surplusVsLimitUsd),
        },
        {
          name: t('costs.network'),
          value: shown(({ networkCostsUsd }) => format.usd(networkCostsUsd)),
          note: unpriced ? t('totals.unpriced', { count: data.unpricedFills }) : t('totals.costs'),
        },
      ]}
    />
  )
}
