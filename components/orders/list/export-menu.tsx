'use client'

import { Download, FileJson, FileSpreadsheet, Landmark } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { ServedNetwork } from '@/components/app/settings'
import type { NameToken } from '@/components/orders/use-token-names'
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
  readonly networks: readonly ServedNetwork[]
  readonly nameToken: NameToken
  readonly filter: OrderFilter
}

const csv = 'text/csv;charset=utf-8'
const formats = {
  csv: { type: csv, write: toCsvText },
  json: { type: 'application/json', write: toJsonText },
} as const

/** Downloads the account's orders that match the filter, or its fills with dollars; reads the whole history. */
export const ExportMenu = (props: Props) => {
  const { filter } = props
  const t = useTranslations('orders')
  const of = fileScope(props.networks)
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
    const rows = await readRows(props)
    return { file: new Blob([write(rows)], { type }), name: `orders-${of}.${format}` }
  }
  const writeTaxes = async () => {
    const days = periodDays(filter, new Date())
    const since = days.from === '' ? undefined : new Date(`${days.from}T00:00`)
    const parts = await Promise.all(
      namedNetworks(props).map(async (facts) => {
        const fills = await readFills({ network: facts.network, account: props.owner }, since)
        return { facts, fills: fills.filter(({ time }) => isInDays(new Date(time), days)) }
      }),
    )
    return { file: new Blob([taxReport(parts)], { type: csv }), name: `taxes-${of}.csv` }
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

/** The part of a file's name that says whose orders it holds. */
const fileScope = ([first, ...others]: Props['networks']) =>
  first && others.length === 0 ? first.name : 'all'

type NamedNetwork = {
  readonly network: string
  readonly nameToken: (address: Address) => ReturnType<NameToken>
}

const namedNetworks = ({ networks, nameToken }: Props): readonly NamedNetwork[] =>
  networks.map(({ name, chainId }) => ({
    network: name,
    nameToken: (address) => nameToken(address, chainId),
  }))

/** The orders of all networks, newest first. */
async function readRows(props: Props) {
  const rows = await Promise.all(namedNetworks(props).map((named) => readNetworkRows(props, named)))
  return rows.flat().toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
}

async function readNetworkRows({ owner, filter }: Props, { network, nameToken }: NamedNetwork) {
  const of = { network, owner }
  const [views, txHashes] = await Promise.all([readAllOrders(of), readFillTransactions(of)])
  const found = matcherOf({ nameToken, filter, discarded: readDiscarded() })
  return views
    .filter((view) => found(toShownOrder(view), txHashes.get(view.uid) ?? []))
    .map((view) =>
      exportRow(view, { network, nameToken, txHashesOf: (uid) => txHashes.get(uid) ?? [] }),
    )
}

type Matcher = Pick<NamedNetwork, 'nameToken'> &
  Pick<Props, 'filter'> & { readonly discarded: ReadonlySet<Hex> }

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
