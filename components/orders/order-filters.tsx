'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { isNarrowed, type OrderFilter } from '@/lib/client/orders/order-filter'

type Props = {
  readonly filter: OrderFilter
  readonly onChange: (part: Partial<OrderFilter>) => void
}

const nothing = { text: '', kind: undefined, from: '', to: '' } as const

/** Narrows the list: tokens or uid, kind, days, network. */
export const OrderFilters = ({ filter, onChange }: Props) => {
  const t = useTranslations('orders')
  // What narrows the list is in sight.
  const [isMore, setIsMore] = useState(isNarrowed({ ...filter, text: '' }))
  return (
    <search className="flex flex-wrap items-end gap-3">
      <SearchField text={filter.text} onChange={(text) => onChange({ text })} />
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
      {isNarrowed(filter) ? (
        <Button variant="quiet" onClick={() => onChange(nothing)}>
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

/** Browsers refuse to change the address of a page with each keystroke. */
const settleMs = 200

type SearchProps = { readonly text: string; readonly onChange: (text: string) => void }

const SearchField = ({ text, onChange }: SearchProps) => {
  const t = useTranslations('orders')
  const [typed, setTyped] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Changed from elsewhere, as by clearing all filters.
  useEffect(() => {
    if (timer.current === undefined) setTyped(text)
  }, [text])
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      onChange(value)
    }, settleMs)
  }
  return (
    <TextField
      className="min-w-0 flex-1 basis-40 grid-cols-1"
      type="search"
      enterKeyHint="search"
      spellCheck={false}
      label={t('filter.search')}
      placeholder={t('filter.placeholder')}
      maxLength={120}
      value={typed}
      onChange={({ target: { value } }) => type(value)}
    />
  )
}
