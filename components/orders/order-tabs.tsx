'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import { TabPanel, Tabs } from '@/components/ui/tabs'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotAllowed } from '@/components/wallet/wallet-not-allowed'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { OrderRow } from './order-row'
import type { ShownOrder } from './shown-order'
import type { ShownToken } from './token-amount'

const CancelDialog = lazyPart(async () => (await import('./cancel-dialog')).CancelDialog)

type Props = {
  readonly orders: readonly ShownOrder[]
  readonly nameToken: (address: Address) => ShownToken
  readonly refetch: () => void
  /** Left out when all are loaded. */
  readonly loadMore?: () => void
  readonly isLoadingMore: boolean
}

/** Open orders and those that are over; cancelling starts here. */
export const OrderTabs = ({ orders, nameToken, refetch, loadMore, isLoadingMore }: Props) => {
  const { isAllowed } = useWallet()
  const [chosen, setChosen] = useState<string>()
  const [asked, setAsked] = useState<ShownOrder>()
  const [cancelling, setCancelling] = useState<ReadonlySet<Hex>>(new Set())
  const open = orders.filter((order) => order.status === 'open')
  const past = orders.filter((order) => order.status !== 'open')
  const tab = chosen ?? (open.length > 0 ? 'open' : 'history')

  const rows = (list: readonly ShownOrder[], nothing: string) =>
    list.length === 0 ? (
      <p className="px-4 py-10 text-center text-ink-2">{nothing}</p>
    ) : (
      <ul className="grid overflow-hidden rounded-card border border-line bg-surface">
        {list.map((order) => (
          <OrderRow
            key={order.uid}
            order={order}
            nameToken={nameToken}
            isCancelling={cancelling.has(order.uid)}
            {...(isAllowed && { onCancel: () => setAsked(order) })}
          />
        ))}
      </ul>
    )

  return (
    <>
      {isAllowed || open.length === 0 ? null : <WalletNotAllowed />}
      <Tabs
        label="Orders"
        items={[
          { value: 'open', label: 'Open', count: open.length },
          { value: 'history', label: 'History' },
        ]}
        value={tab}
        onValueChange={setChosen}
      >
        <TabPanel value="open">{rows(open, 'No order is open.')}</TabPanel>
        <TabPanel value="history">{rows(past, 'No order is over yet.')}</TabPanel>
      </Tabs>
      {loadMore === undefined ? null : (
        <Button busy={isLoadingMore} onClick={loadMore} className="justify-self-center">
          {isLoadingMore ? 'Loading…' : 'Load older orders'}
        </Button>
      )}
      <OnceOpen isOpen={asked !== undefined}>
        <CancelDialog
          order={asked}
          nameToken={nameToken}
          onClose={() => setAsked(undefined)}
          onAccepted={(uid) => {
            setCancelling(new Set([...cancelling, uid]))
            refetch()
          }}
        />
      </OnceOpen>
    </>
  )
}
