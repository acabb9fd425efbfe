'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { CancelListed } from '@/components/orders/actions/cancel-listed'
import { useCancelOrders } from '@/components/orders/actions/use-cancel-orders'
import { useTokenNames } from '@/components/orders/use-token-names'
import { useKeptSales } from '@/components/swap/consent/use-kept-sales'
import { useTokens } from '@/components/swap/tokens/use-tokens'
import { classNames } from '@/components/ui/class-names'
import { useWallet } from '@/components/wallet/use-wallet'
import { cancelWays } from '@/lib/client/orders/shown-order'
import { forgetSale } from '@/lib/client/swap/kept-sales'
import type { SwapOrder } from '@/lib/client/swap/swap-order'
import type { Address } from '@/lib/core/address'
import { OrderPeek } from './order-peek'
import { OrderSlip } from './order-slip'
import { slipOf } from './slip-of'
import { useRecentOrders } from './use-recent-orders'

type Props = {
  readonly owner: Address
  /** Orders placed in this page view, newest first. */
  readonly placed: readonly SwapOrder[]
}

/** Slips of an account's open orders and those of the last day; restored after a reload. */
export const OrderRail = ({ owner, placed }: Props) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const { isAllowed } = useWallet()
  const tokens = useTokens()
  const nameToken = useTokenNames()
  const { shown, further, orders, isKnown, renew } = useRecentOrders(owner)
  const cancellations = useCancelOrders({ owner, orders, renew })
  const { requested } = cancellations.state
  const sales = useKeptSales(owner)
  const [discarded, setDiscarded] = useState<ReadonlySet<string>>(new Set())
  const slips = useMemo(() => {
    const known = new Set(shown.map(({ uid }) => uid))
    const own = placed.filter((slip) => slip.owner === owner)
    const placedUids = new Set(own.map(({ uid }) => uid))
    const fresh = [...own, ...sales.filter(({ uid }) => !placedUids.has(uid))]
      // Orders placed just now are not yet in the fetched list.
      .filter(({ uid }) => !known.has(uid) && !discarded.has(uid))
    const kept = shown.flatMap((view) => {
      const own = placed.find(({ uid }) => uid === view.uid)
      return own ?? slipOf(view, { network, find: tokens.find }) ?? []
    })
    return [...fresh, ...kept]
  }, [shown, placed, sales, discarded, owner, network, tokens])
  const isOpen = (uid: string) =>
    orders.some((order) => order.uid === uid && order.status === 'open')
  const cancel = (uid: SwapOrder['uid']) => {
    const order = orders.find((each) => each.uid === uid)
    const [way] = order && isAllowed ? cancelWays(order, owner) : []
    return way && !requested.has(uid) ? () => cancellations.open([uid], way) : undefined
  }
  const [news, setNews] = useState('')
  const open = slips.filter(({ uid }) => isOpen(uid) || placed.some((own) => own.uid === uid))
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      {slips.length > 0 || isKnown ? <Heading isEmpty={slips.length === 0} /> : null}
      {slips.map((slip) => {
        const onCancel = cancel(slip.uid)
        return (
          <OrderSlip
            key={slip.uid}
            placed={slip}
            isNew={placed.some(({ uid }) => uid === slip.uid)}
            isCancelling={requested.has(slip.uid)}
            onNews={setNews}
            onDiscard={() => {
              forgetSale(slip)
              setDiscarded((others) => new Set([...others, slip.uid]))
            }}
            {...(onCancel && { onCancel })}
          />
        )
      })}
      {further > 0 ? (
        <Link
          href={`/orders?chain=${network.name}`}
          className="inline-flex min-h-11 items-center justify-self-start font-medium text-primary underline underline-offset-4"
        >
          {t('rail.further', { count: further })}
        </Link>
      ) : null}
      <OrderPeek slips={open} />
      {nameToken ? <CancelListed {...{ owner, orders, nameToken, cancellations }} /> : null}
    </>
  )
}

/** Narrow pages omit the empty state: there is only room for the form. */
const Heading = ({ isEmpty }: { readonly isEmpty: boolean }) => {
  const t = useTranslations('swap')
  return (
    <div className={classNames('grid gap-1', isEmpty && 'max-desk:hidden')}>
      <h2 className="flex min-h-11 items-center text-h3 desk:-mb-1">{t('rail.title')}</h2>
      {isEmpty ? <p className="max-w-prose text-small text-ink-2">{t('rail.none')}</p> : null}
    </div>
  )
}
