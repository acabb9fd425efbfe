'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import type { ShownToken } from '@/components/orders/token-amount'
import { Button } from '@/components/ui/button'
import { toastError } from '@/components/ui/toast'
import { isDiscarded, readDiscarded } from '@/lib/client/orders/discarded'
import {
  exportRow,
  readAllOrders,
  readFillTransactions,
  toCsvText,
  toJsonText,
} from '@/lib/client/orders/export-orders'
import { matchesFilter, type OrderFilter, tabOf } from '@/lib/client/orders/order-filter'
import { type ShownOrder, toShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

type Props = {
  readonly owner: Address
  readonly nameToken: (address: Address) => ShownToken
  readonly filter: OrderFilter
}

const formats = {
  csv: { type: 'text/csv;charset=utf-8', write: toCsvText },
  json: { type: 'application/json', write: toJsonText },
} as const

type Format = keyof typeof formats

/** Downloads the account's orders that match the filter; reads its whole history, not only the loaded pages. */
export const ExportOrders = ({ owner, nameToken, filter }: Props) => {
  const t = useTranslations('orders')
  const { network } = useSettings()
  const [busy, setBusy] = useState<Format>()
  const save = async (format: Format) => {
    setBusy(format)
    try {
      const of = { network: network.name, owner }
      const [views, txHashes] = await Promise.all([readAllOrders(of), readFillTransactions(of)])
      const discarded = readDiscarded()
      const rows = views
        .filter((view) => isFound(toShownOrder(view), discarded))
        .map((view) =>
          exportRow(view, {
            network: network.name,
            nameToken,
            txHashesOf: (uid) => txHashes.get(uid) ?? [],
          }),
        )
      const { type, write } = formats[format]
      download(new Blob([write(rows)], { type }), `orders-${network.name}.${format}`)
    } catch {
      toastError({ title: t('fault.exportTitle'), description: t('fault.exportText') })
    } finally {
      setBusy(undefined)
    }
  }
  const isFound = (order: ShownOrder, discarded: ReadonlySet<Hex>) => {
    if (isDiscarded(order, discarded)) return false
    const isInTab = filter.tab === 'all' || tabOf(order) === filter.tab
    return isInTab && matchesFilter(order, filter, nameToken)
  }
  return (
    <div className="-mr-3 flex flex-wrap items-center justify-end gap-2">
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          variant="quiet"
          busy={busy === format}
          aria-label={t('list.export', { format: format.toUpperCase() })}
          onClick={() => void save(format)}
        >
          {busy === format ? null : <Download aria-hidden="true" className="size-4" />}
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
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
