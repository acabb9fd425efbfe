'use client'

import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { ServedNetwork } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { Button } from '@/components/ui/button'
import { StatRow } from '@/components/ui/stat-row'
import { call } from '@/lib/client/call'
import { countedNetworks, sumTotals, type Totals } from '@/lib/client/orders/sum-totals'
import type { Address } from '@/lib/core/address'

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
  const { data, isError, refetch } = useQueries({
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
      refetch: () => {
        for (const answer of answers) void answer.refetch()
      },
    }),
  })
  const volume = counted.length < networks.length ? 'withoutTestnets' : 'volume'
  if (!data && isError) return <Failure onRetry={refetch} />
  const shown = (text: (totals: Totals) => string) => (data ? text(data) : undefined)
  const gain = (usd: number | undefined) => (usd !== undefined && usd > 0 ? 'gain' : undefined)
  const unpriced = data && data.unpricedFills > 0
  return (
    <StatRow
      label={t('totals.label', { days })}
      stats={[
        {
          name: t('totals.filled', { days }),
          value: shown(({ orders }) => t('totals.orders', { count: orders })),
          note: data ? t(`totals.${volume}`, { volume: format.usd(data.volumeUsd) }) : ' ',
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

const Failure = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useTranslations('orders')
  const ui = useTranslations('ui')
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-panel border border-card-edge bg-surface px-4 py-2 tab:px-6">
      <p role="status" className="text-small text-ink-2">
        {t('totals.failed')}
      </p>
      <Button size="small" onClick={onRetry}>
        {ui('answer.retry')}
      </Button>
    </div>
  )
}
