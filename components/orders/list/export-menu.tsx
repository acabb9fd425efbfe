'use client'

import { Download, FileJson, FileSpreadsheet, Landmark } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import type { ShownToken } from '@/components/orders/token-amount'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { toastError } from '@/components/ui/toast'
import { isDiscarded, readDiscarded } from '@/lib/client/orders/discarded'
import {
  exportRow,
  readAllOrders,
  readFillTransactions,
  toCsvText,
  toJsonText,
} from '@/lib/client/orders/export-orders'
import {
  isInDays,
  matchesFilter,
  type OrderFilter,
  periodDays,
  tabOf,
} from '@/lib/client/orders/order-filter'
import { type ShownOrder, toShownOrder } from '@/lib/client/orders/shown-order'
import { readFills, taxReport } from '@/lib/client/orders/tax-report'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

type Props = {
  readonly owner: Address
  readonly nameToken: (address: Address) => ShownToken
  readonly filter: OrderFilter
}

const csv = 'text/csv;charset=utf-8'
const formats = {
  csv: { type: csv, write: toCsvText },
  json: { type: 'application/json', write: toJsonText },
} as const

/** Downloads the account's orders that match the filter, or its fills with dollars; reads the whole history. */
export const ExportMenu = (props: Props) => {
  const { owner, nameToken, filter } = props
  const t = useTranslations('orders')
  const { network } = useSettings()
  const [isBusy, setIsBusy] = useState(false)
  const save = async (write: () => Promise<{ file: Blob; name: string }>) => {
    setIsBusy(true)
    try {
      const { file, name } = await write()
      download(file, name)
    } catch {
      toastError({ title: t('fault.exportTitle'), description: t('fault.exportText') })
    } finally {
      setIsBusy(false)
    }
  }
  const writeOrders = async (format: keyof typeof formats) => {
    const { type, write } = formats[format]
    const rows = await readRows({ ...props, network: network.name })
    return { file: new Blob([write(rows)], { type }), name: `orders-${network.name}.${format}` }
  }
  const writeTaxes = async () => {
    const days = periodDays(filter, new Date())
    const since = days.from === '' ? undefined : new Date(`${days.from}T00:00`)
    const fills = await readFills({ network: network.name, account: owner }, since)
    const text = taxReport(
      fills.filter(({ time }) => isInDays(new Date(time), days)),
      { network: network.name, nameToken },
    )
    return { file: new Blob([text], { type: csv }), name: `taxes-${network.name}.csv` }
  }
  const period = t(`period.${filter.period}`)
  return (
    <Menu
      label={t('export.act')}
      trigger={
        <Button busy={isBusy}>
          {isBusy ? null : <Download aria-hidden="true" className="size-4" />} {t('export.act')}
        </Button>
      }
      items={[
        {
          ...{ key: 'csv', label: t('export.csv'), note: t('export.shown'), icon: FileSpreadsheet },
          onChoose: () => void save(() => writeOrders('csv')),
        },
        {
          ...{ key: 'json', label: t('export.json'), note: t('export.shown'), icon: FileJson },
          onChoose: () => void save(() => writeOrders('json')),
        },
        {
          key: 'taxes',
          label: t('export.taxes'),
          note: t('export.taxesNote', { period }),
          icon: Landmark,
          onChoose: () => void save(writeTaxes),
        },
      ]}
    />
  )
}

async function readRows({ owner, nameToken, filter, network }: Props & { network: string }) {
  const of = { network, owner }
  const [views, txHashes] = await Promise.all([readAllOrders(of), readFillTransactions(of)])
  const found = matcherOf({ nameToken, filter, discarded: readDiscarded() })
  return views
    .filter((view) => found(toShownOrder(view), txHashes.get(view.uid) ?? []))
    .map((view) =>
      exportRow(view, { network, nameToken, txHashesOf: (uid) => txHashes.get(uid) ?? [] }),
    )
}

type Matcher = Pick<Props, 'nameToken' | 'filter'> & { readonly discarded: ReadonlySet<Hex> }

function matcherOf({ nameToken, filter, discarded }: Matcher) {
  const now = new Date()
  return (order: ShownOrder, txHashes: readonly string[]): boolean => {
    if (isDiscarded(order, discarded)) return false
    const isInTab = filter.tab === 'all' || tabOf(order) === filter.tab
    const isSearched = txHashes.includes(filter.text.trim().toLowerCase())
    const inTransaction = new Set(isSearched ? [order.uid] : [])
    return isInTab && matchesFilter(order, filter, { nameToken, now, inTransaction })
  }
}

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the blob only after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
