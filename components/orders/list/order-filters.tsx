'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useSearchState } from '@/components/app/use-search-state'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { SearchField } from '@/components/ui/search-field'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import {
  isFiltered,
  type OrderFilter,
  orderFilterSearch,
  parseOrderFilter,
} from '@/lib/client/orders/order-filter'

type Props = {
  readonly filter: OrderFilter
  readonly onChange: (part: Partial<OrderFilter>) => void
}

const noFilter = { text: '', kind: undefined, from: '', to: '' } as const

/** Filters the list by token or UID, kind, network and date range. */
export const OrderFilters = ({ filter, onChange }: Props) => {
  const t = useTranslations('orders')
  // Start expanded if one of the collapsible filters is active.
  const [isMore, setIsMore] = useState(isFiltered({ ...filter, text: '' }))
  return (
    <search className="flex flex-wrap items-end gap-3">
      <SearchField
        className="min-w-0 flex-1 basis-40 grid-cols-1"
        label={t('filter.search')}
        placeholder={t('filter.placeholder')}
        text={filter.text}
        onChange={(text) => onChange({ text })}
      />
      <Button
        className="desk:hidden"
        aria-expanded={isMore}
        onClick={() => setIsMore(!isMore)}
        aria-label={t('filter.more')}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" /> {t('filter.filters')}
      </Button>
      <div
        className={classNames(
          'grid grid-cols-2 gap-3 max-desk:w-full desk:flex desk:items-end',
          isMore ? undefined : 'max-desk:hidden',
        )}
      >
        <SelectField
          label={t('filter.kind')}
          value={filter.kind ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ kind: value === 'sell' || value === 'buy' ? value : undefined })
          }
        >
          <option value="">{t('filter.any')}</option>
          <option value="sell">{t('filter.sell')}</option>
          <option value="buy">{t('filter.buy')}</option>
        </SelectField>
        <NetworkField />
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
      {isFiltered(filter) ? (
        <Button variant="quiet" onClick={() => onChange(noFilter)}>
          {t('filter.clear')}
        </Button>
      ) : null}
    </search>
  )
}

const NetworkField = () => {
  const t = useTranslations('orders')
  const { settings, network, selectNetwork } = useSettings()
  return (
    <SelectField
      label={t('filter.network')}
      value={network.chainId}
      onChange={({ target: { value } }) => selectNetwork(Number(value))}
    >
      {settings.networks.map(({ chainId, title }) => (
        <option key={chainId} value={chainId}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}

/** The list's filter, kept in the URL's query string. */
export function useOrderFilter() {
  const { search, change } = useSearchState()
  const { network } = useSettings()
  const filter = useMemo(() => parseOrderFilter(search), [search])
  const shown = useRef(network.name)
  // After a network change, the shareable URL must name the network.
  useEffect(() => {
    if (shown.current === network.name) return
    shown.current = network.name
    change({ chain: network.name })
  }, [network.name, change])
  const setFilter = useCallback(
    (part: Partial<OrderFilter>) => {
      const now = parseOrderFilter(new URLSearchParams(location.search))
      change(orderFilterSearch({ ...now, ...part }))
    },
    [change],
  )
  return { filter, setFilter }
}
