'use client'

import { Suspense, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import type { AskedSwap } from '@/lib/client/swap/swap-form'
import { SwapCard } from './swap-card'
import type { SwapOrder } from './swap-order'

const OrderSlip = lazyPart(async () => (await import('./order-slip')).OrderSlip)

const mostSlips = 3

/** The swap form, and the slips of the orders placed with it. */
export const SwapPage = ({ asked }: { readonly asked: AskedSwap }) => {
  const { network } = useSettings()
  const [placed, setPlaced] = useState<readonly SwapOrder[]>([])
  const add = (order: SwapOrder) =>
    setPlaced((others) =>
      [order, ...others.filter(({ uid }) => uid !== order.uid)].slice(0, mostSlips),
    )
  return (
    <div className="mx-auto grid w-full max-w-120 items-start gap-6 desk:max-w-none desk:grid-cols-[30rem_1fr] desk:gap-10">
      <div className="grid gap-4">
        <h1 className="text-h1">Swap</h1>
        <SwapCard key={network.chainId} asked={asked} onPlaced={add} />
      </div>
      <section aria-label="Orders placed here" className="grid gap-4 desk:pt-13">
        {placed.length === 0 ? <Explanation /> : null}
        {placed.map((order) => (
          <Suspense key={order.uid} fallback={<Skeleton className="h-60 rounded-card" />}>
            <OrderSlip placed={order} />
          </Suspense>
        ))}
      </section>
    </div>
  )
}

const Explanation = () => (
  <div className="grid max-w-md gap-3 text-small text-ink-2 desk:pt-4">
    <h2 className="text-h3 text-ink">How an order is settled</h2>
    <ol className="grid list-decimal gap-2 pl-5">
      <li>You sign what you pay and the least you accept. Signing costs nothing.</li>
      <li>Solvers compete to settle it together with other orders, at one clearing price.</li>
      <li>The contract pays you your limit or better. What is better is yours.</li>
    </ol>
  </div>
)
