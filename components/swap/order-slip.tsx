'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { PriceRail } from '@/components/ui/price-rail'
import { Slip } from '@/components/ui/slip'
import { Stamp, type StampKind } from '@/components/ui/stamp'
import { type Step, Stepper } from '@/components/ui/stepper'
import { amountText } from '@/lib/client/amount-text'
import { fetchOrder, type OrderView } from '@/lib/client/api'
import { describeOutcome, type Outcome } from '@/lib/client/swap/order-outcome'
import type { SwapOrder } from './swap-order'
import { useRefreshChainReads } from './use-balances'

const eagerMs = 120_000
const eagerPollMs = 2_000
const slowPollMs = 15_000

/** The slip of an order placed here, from signed to settled. */
export const OrderSlip = ({ placed }: { readonly placed: SwapOrder }) => {
  const { uid, network, order, sellToken, buyToken, quotedAmount } = placed
  const { data: view, isError } = useQuery({
    queryKey: ['order', network.name, uid],
    queryFn: ({ signal }) => fetchOrder(network.name, uid, { signal, tries: 2 }),
    refetchInterval: ({ state }) => pollMs(state.data),
    retry: false,
  })
  const outcome = describeOutcome(view, { kind: order.kind, quotedAmount })
  useRefreshWhenFinal(outcome.status)
  const slipRef = useSeen()
  const isSell = order.kind === 'sell'
  const flexible = isSell ? buyToken : sellToken
  const text = (atoms: bigint) => amountText(atoms, flexible.decimals)
  const limit = isSell ? order.buyAmount : order.sellAmount
  const [pays, gets] = isSell
    ? [order.sellAmount, outcome.executed ?? quotedAmount]
    : [outcome.executed ?? quotedAmount, order.buyAmount]
  return (
    <Slip ref={slipRef} motion="tear" aria-label="Your order" className="desk:max-w-xl">
      <div className="grid gap-4 p-2">
        <div className="flex items-start justify-between gap-3">
          <h2 className="numeric text-h3">
            {amountText(pays, sellToken.decimals)} {sellToken.symbol} →{' '}
            {amountText(gets, buyToken.decimals)} {buyToken.symbol}
          </h2>
          <Stamp
            key={outcome.status}
            {...stamps[outcome.status]}
            motion={outcome.status === 'open' ? 'still' : 'drop'}
          />
        </div>
        <PriceRail
          prices={{ limit, quoted: quotedAmount, executed: outcome.executed }}
          labels={{
            limit: `${isSell ? 'min' : 'max'} ${text(limit)}`,
            quoted: `quoted ${text(quotedAmount)}`,
            executed:
              outcome.executed === undefined
                ? undefined
                : `${isSell ? 'got' : 'paid'} ${text(outcome.executed)}`,
            surplus:
              outcome.saved === undefined ? undefined : `${text(outcome.saved)} ${flexible.symbol}`,
          }}
        />
        <Stepper label="Progress" steps={stepsOf(outcome)} pace={paceOf(outcome)} />
        <p role="status" className="text-small text-ink-2">
          {isError && outcome.status === 'open' ? 'Not answering right now; still looking. ' : null}
          {statusText(placed, outcome)}
        </p>
        <Link
          href={`/orders/${uid}?chain=${network.name}`}
          className="inline-flex min-h-11 items-center gap-2 font-medium text-primary underline"
        >
          View order <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
    </Slip>
  )
}

const stamps: Record<Outcome['status'], { kind: StampKind; word: string }> = {
  open: { kind: 'open', word: 'Open' },
  fulfilled: { kind: 'filled', word: 'Filled' },
  expired: { kind: 'expired', word: 'Expired' },
  cancelled: { kind: 'cancelled', word: 'Cancelled' },
}

function pollMs(view: OrderView | undefined): number | false {
  if (!view || view.status === 'open') {
    const age = view ? Date.now() - Date.parse(String(view.creationDate)) : 0
    return age < eagerMs ? eagerPollMs : slowPollMs
  }
  return false
}

/** Brings a new slip into sight where it stands below the form. */
function useSeen() {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [])
  return ref
}

function useRefreshWhenFinal(status: Outcome['status']): void {
  const refresh = useRefreshChainReads()
  useEffect(() => {
    if (status !== 'open') refresh()
  }, [status, refresh])
}

function stepsOf({ status }: Outcome): readonly Step[] {
  const isOpen = status === 'open'
  const last = isOpen || status === 'fulfilled' ? 'Settled' : stamps[status].word
  return [
    { label: 'Signed', state: 'done' },
    { label: 'In auction', state: isOpen ? 'current' : 'done' },
    { label: last, state: isOpen ? 'waiting' : 'done' },
  ]
}

const paceOf = ({ status }: Outcome) => (status === 'open' ? 'busy' : 'idle')

function statusText(placed: SwapOrder, outcome: Outcome): string {
  if (outcome.status === 'fulfilled') return settledText(placed, outcome)
  if (outcome.status === 'expired') return 'Nobody could fill it in time. Nothing was taken.'
  if (outcome.status === 'cancelled') return 'Cancelled. Nothing was taken.'
  return outcome.isDelayed
    ? 'Taking longer than usual: the price may have moved away. You can cancel it on its page.'
    : 'Solvers compete for it. You can leave this page.'
}

/** What was saved: against the quote where the price was better, else against the limit. */
function settledText(placed: SwapOrder, { kind, executed = 0n, saved }: Outcome): string {
  const { order, sellToken, buyToken, quotedAmount } = placed
  const isSell = kind === 'sell'
  const token = isSell ? buyToken : sellToken
  const text = (atoms: bigint) => `${amountText(atoms, token.decimals)} ${token.symbol}`
  if (saved !== undefined) {
    return isSell
      ? `You got ${text(saved)} more than quoted.`
      : `You paid ${text(saved)} less than quoted.`
  }
  if (executed === quotedAmount) return 'Settled at the quoted price.'
  return isSell
    ? `Settled ${text(executed - order.buyAmount)} above your minimum.`
    : `Settled ${text(order.sellAmount - executed)} below your maximum.`
}
