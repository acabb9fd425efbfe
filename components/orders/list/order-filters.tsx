'use client'

import { Calendar } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { useSearchState } from '@/components/app/use-search-state'
import { InlineSearch } from '@/components/ui/inline-search'
import { InlineSelect } from '@/components/ui/inline-select'
import { TextField } from '@/components/ui/text-field'
import {
  type OrderFilter,
  orderFilterSearch,
  orderPeriods,
  orderTypes,
  parseOrderFilter,
  parseOrderType,
} from '@/lib/client/orders/order-filter'

type Props = {
  readonly filter: OrderFilter
  readonly onChange: (part: Partial<OrderFilter>) => void
}

/** Filters the list by token, order or transaction, by type, network and period: one line that scrolls on phones. */
export const OrderFilters = ({ filter, onChange }: Props) => {
  const t = useTranslations('orders')
  return (
    <search className="flex min-w-0 flex-wrap items-center gap-2 max-tab:w-full">
      <InlineSearch
        className="min-w-0 flex-1 tab:w-56 tab:flex-none"
        label={t('filter.search')}
        placeholder={t('filter.placeholder')}
        text={filter.text}
        onChange={(text) => onChange({ text })}
      />
      <Scrolling>
        <InlineSelect
          label={t('details.type')}
          value={filter.type ?? ''}
          onChange={({ target: { value } }) => onChange({ type: parseOrderType(value) })}
        >
          <option value="">{t('filter.allTypes')}</option>
          {orderTypes.map((type) => (
            <option key={type} value={type}>
              {t(`type.${type}`)}
            </option>
          ))}
        </InlineSelect>
        <NetworkSelect {...{ filter, onChange }} />
        <InlineSelect
          label={t('filter.period')}
          icon={Calendar}
          value={filter.period}
          onChange={({ target: { value } }) =>
            onChange({ period: orderPeriods.find((each) => each === value) ?? 'all' })
          }
        >
          {orderPeriods.map((period) => (
            <option key={period} value={period}>
              {t(`period.${period}`)}
            </option>
          ))}
        </InlineSelect>
      </Scrolling>
    </search>
  )
}

const Scrolling = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex items-center gap-2 max-tab:-mx-4 max-tab:w-[100vw] max-tab:overflow-x-auto max-tab:px-4 max-tab:py-1 max-tab:[scrollbar-width:none]">
    {children}
  </div>
)

/** The first and the last day of a custom period. */
export const CustomPeriod = ({ filter, onChange }: Props) => {
  const t = useTranslations('orders')
  return filter.period !== 'custom' ? null : (
    <div className="grid grid-cols-2 gap-3 pt-3 tab:flex tab:justify-end">
      <TextField
        type="date"
        label={t('filter.from')}
        value={filter.from}
        max={filter.to}
        onChange={({ target: { value } }) => onChange({ from: value })}
      />
      <TextField
        type="date"
        label={t('filter.to')}
        value={filter.to}
        min={filter.from}
        onChange={({ target: { value } }) => onChange({ to: value })}
      />
    </div>
  )
}

const everywhere = 'all'

const NetworkSelect = ({ filter, onChange }: Props) => {
  const t = useTranslations('orders')
  const { settings, network, selectNetwork } = useSettings()
  if (settings.networks.length < 2) return null
  return (
    <InlineSelect
      label={t('filter.network')}
      value={filter.isEverywhere ? everywhere : network.chainId}
      onChange={({ target: { value } }) => {
        if (value !== everywhere) selectNetwork(Number(value))
        onChange({ isEverywhere: value === everywhere })
      }}
    >
      <option value={everywhere}>{t('filter.allNetworks')}</option>
      {settings.networks.map(({ chainId, title }) => (
        <option key={chainId} value={chainId}>
          {title}
        </option>
      ))}
    </InlineSelect>
  )
}

/** The list's filter, kept in the URL's query string. */
export function useOrderFilter() {
  const { search, change } = useSearchState()
  const filter = useMemo(() => parseOrderFilter(search), [search])
  const setFilter = useCallback(
    (part: Partial<OrderFilter>) => {
      const now = parseOrderFilter(new URLSearchParams(location.search))
      change(orderFilterSearch({ ...now, ...part }))
    },
    [change],
  )
  return { filter, setFilter }
}
