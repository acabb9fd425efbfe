'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type ReactNode, useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { useUsdPrices } from '@/components/app/use-usd-prices'
import { useFormat } from '@/components/i18n/use-format'
import { fetchTotalSurplus } from '@/lib/client/api'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { usdValue } from '@/lib/client/price-text'
import { type Address, toAddress } from '@/lib/core/address'
import { daySeconds } from '@/lib/core/time'

type Props = { readonly owner: Address; readonly orders: readonly ShownOrder[] }

const countedDays = 30
const native = { decimals: 18 }

/** Open orders, orders filled in the last 30 days and total surplus of an account. */
export const OrdersSummary = ({ owner, orders }: Props) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const { network } = useSettings()
  const wrapped = useMemo(() => [toAddress(network.wrappedNative)], [network.wrappedNative])
  const priceOf = useUsdPrices(wrapped)
  const open = orders.filter(({ status }) => status === 'open').length
  const filled = useMemo(() => {
    const since = Date.now() - countedDays * daySeconds * 1_000
    return orders.filter(
      ({ status, createdAt }) => status === 'fulfilled' && createdAt.getTime() >= since,
    ).length
  }, [orders])
  const { data: surplus } = useQuery({
    queryKey: ['total-surplus', network.name, owner, filled],
    queryFn: ({ signal }) => fetchTotalSurplus(network.name, owner, { signal, tries: 2 }),
    placeholderData: (before) => before,
  })
  const dollars = usdValue(surplus, native, priceOf(wrapped[0] ?? owner))
  return (
    <dl className="grid grid-cols-[auto_auto_auto] divide-x divide-line tab:grid-cols-3 rounded-card border border-line bg-surface">
      <Figure name={t('summary.open')}>{open}</Figure>
      <Figure name={t('summary.filled', { days: countedDays })}>{filled}</Figure>
      <Figure name={t('summary.surplus')}>
        {dollars === undefined ? <span className="text-ink-3">–</span> : format.usd(dollars)}
      </Figure>
    </dl>
  )
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="grid min-w-0 content-between gap-1 p-4">
    <dt className="text-label text-ink-2">{name}</dt>
    <dd className="numeric text-h3 wrap-anywhere">{children}</dd>
  </div>
)
