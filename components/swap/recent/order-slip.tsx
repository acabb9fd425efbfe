'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { useFormat } from '@/components/i18n/use-format'
import { exclusionText } from '@/components/orders/exclusion-text'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { PriceRail } from '@/components/ui/price-rail'
import { Slip } from '@/components/ui/slip'
import { Stamp } from '@/components/ui/stamp'
import { Stepper } from '@/components/ui/stepper'
import type { Settings } from '@/lib/api/docs/pages'
import { fetchOrder, type OrderView } from '@/lib/client/api'
import { call } from '@/lib/client/call'
import { nextPollMs } from '@/lib/client/orders/order-pages'
import { toShownOrder } from '@/lib/client/orders/shown-order'
import { presignStatus } from '@/lib/client/presign/presign-state'
import type { Presigning } from '@/lib/client/presign/send-presignature'
import { ApiError } from '@/lib/client/request'
import { serverClock } from '@/lib/client/server-clock'
import { describeOutcome, type Outcome } from '@/lib/client/swap/order-outcome'
import {
  isFurtherOn,
  type OrderStage,
  offersOf,
  orderStage,
} from '@/lib/client/swap/order-progress'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { type Address, toAddress } from '@/lib/core/address'
import { SaleNote, type SaleTrouble, useSale } from './native-sale'
import {
  stampKind,
  stampText,
  statusText,
  stepTexts,
  titleText,
  type Waits,
  waitingSteps,
} from './order-slip-text'

const PresignNote = lazyPart(
  async () => (await import('@/components/presign/presign-note')).PresignNote,
)

const SlipReceipt = lazyPart(async () => (await import('./slip-receipt')).SlipReceipt)

const WhyLate = lazyPart(
  async () => (await import('@/components/orders/details/late-order')).WhyLate,
)

type Props = {
  readonly placed: SwapOrder
  /** Whether it was placed in this page view: then it is animated and scrolled into view. */
  readonly isNew: boolean
  /** Its owner has cancelled it, and the service has not yet reported the final state. */
  readonly isCancelling: boolean
  /** Omitted if it cannot be cancelled. */
  readonly onCancel?: () => void
  /** Called to hide it. */
  readonly onDiscard: () => void
  /** Called with the text of a new order's state, and on each change. */
  readonly onNews: (text: string) => void
}

/** An order's slip, from signature to settlement. */
export const OrderSlip = ({ placed, isNew, isCancelling, onCancel, ...on }: Props) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { uid, network, signingScheme } = placed
  const { settings } = useSettings()
  const { data: view, error } = useQuery({
    queryKey: ['order', network.name, uid],
    queryFn: ({ signal }) => fetchOrder(network.name, uid, { signal, tries: 2 }),
    refetchInterval: ({ state }) => orderPollMs(state.data),
    retry: false,
  })
  const outcome = describeOutcome(view, placed)
  const status = presignStatus(view)
  const trouble = useSale(placed, view !== undefined)
  const waits = status === 'pending' ? waitsFor(placed, trouble) : undefined
  const isUnpaid = waits === 'unpaid' || waits === 'failed'
  useRefreshWhenFinal(outcome.status)
  const { stage, offers } = useOrderProgress(placed, { status: outcome.status, view })
  const slipRef = useScrollIntoView(isNew)
  const { limit, quoted, executed, wait } = outcome
  const exclusion = useExclusion(placed, view)
  const title = titleText(t, format, { placed, outcome })
  const text =
    error && !isUnknown(error) && outcome.status === 'open'
      ? t('slip.silent')
      : waits
        ? undefined
        : statusText(t, format, { placed, outcome, stage, exclusion })
  const news = text && exclusion ? `${exclusion.reason} ${text}` : text
  useNews(isNew ? news : undefined, (text) => on.onNews(`${title}: ${text}`))
  return (
    <Slip
      ref={slipRef}
      motion={isNew ? 'tear' : 'still'}
      aria-label={t('slip.name', { title })}
      // The stamp drops in from above the edge.
      className="overflow-x-clip"
    >
      <div className="grid gap-4 p-2">
        <div className="flex items-start justify-between gap-3">
          <h3 className="numeric text-h3">
            {title.split(/(?<=→ )/).map((leg) => (
              <span key={leg} className="inline-block pr-1.5">
                {leg}
              </span>
            ))}
          </h3>
          <Stamp
            key={outcome.status}
            kind={stampKind(outcome)}
            word={stampText(t, outcome, { waits, isCancelling, exclusion })}
            motion={isNew && outcome.status !== 'open' ? 'drop' : 'still'}
          />
        </div>
        {quoted === undefined && executed === undefined ? null : (
          <PriceRail
            prices={{ kind: outcome.kind, limit, quoted, executed }}
            texts={(amounts) =>
              format.amounts(amounts, outcome.kind === 'sell' ? placed.buyToken : placed.sellToken)
            }
          />
        )}
        <div className="grid gap-4 wide:grid-cols-2 wide:gap-8">
          <Stepper
            label={t('slip.progress')}
            steps={
              waits
                ? waitingSteps(t, waits)
                : stepTexts(t, { stage, offers, outcome, excluded: exclusion })
            }
            pace={waits || exclusion ? 'idle' : paceOf(outcome)}
          />
          {outcome.status === 'fulfilled' ? (
            <Suspense fallback={null}>
              <SlipReceipt {...{ placed, outcome }} />
            </Suspense>
          ) : null}
        </div>
        {isUnpaid ? <SaleNote {...{ placed, trouble }} onDiscard={on.onDiscard} /> : null}
        {signingScheme === 'presign' ? (
          <Suspense fallback={null}>
            <PresignNote
              presigning={presigningOf(placed, settings)}
              network={network}
              status={status}
              isNew={isNew}
            />
          </Suspense>
        ) : null}
        <div className="text-small text-ink-2">
          <p>{text}</p>
          {wait === 'long' && outcome.status === 'open' && !exclusion ? (
            <Suspense fallback={null}>
              <WhyLate />
            </Suspense>
          ) : null}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {isUnpaid ? null : (
            <Link
              href={`/orders/${uid}?chain=${network.name}`}
              className="inline-flex min-h-11 items-center gap-2 font-medium text-primary underline"
            >
              {t('slip.view')} <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          )}
          {onCancel && outcome.status === 'open' && waits !== 'unsigned' && !isCancelling ? (
            <Button size="small" onClick={onCancel}>
              {t('slip.cancel')}
            </Button>
          ) : null}
        </div>
      </div>
    </Slip>
  )
}

/** Shows why an open order is excluded from auctions, as the service reports it. */
function useExclusion(
  { sellToken, buyToken }: Pick<SwapOrder, 'sellToken' | 'buyToken'>,
  view: OrderView | undefined,
) {
  const t = useTranslations('orders')
  const format = useFormat()
  const { exclusion } = view?.status === 'open' ? toShownOrder(view) : {}
  if (!exclusion) return undefined
  const nameToken = (token: Address) => (token === sellToken.address ? sellToken : buyToken)
  const timeText = (moment: Date) => format.local(moment, new Date())
  const text = exclusionText({ t, format }, exclusion, { nameToken, timeText })
  const isIn = exclusion.code === 'waitsForPrice'
  return { ...text, label: isIn ? t('step.auction') : t('exclusion.step') }
}

/** Whether the service does not know the order yet. */
const isUnknown = (error: Error) => error instanceof ApiError && error.status === 404

function waitsFor({ signingScheme, sale }: SwapOrder, trouble: SaleTrouble | undefined): Waits {
  if (sale !== undefined) return trouble === undefined ? 'unpaid' : 'failed'
  return signingScheme === 'presign' ? 'unsigned' : undefined
}

/** The order's presignature, with the allowance that it needs. */
function presigningOf({ uid, network, order, owner }: SwapOrder, settings: Settings): Presigning {
  return {
    uid,
    settlementContract: toAddress(settings.settlementContract),
    approval: {
      ...{ chainId: network.chainId, token: order.sellToken, owner, amount: order.sellAmount },
      spender: toAddress(settings.vaultRelayerContract),
    },
  }
}

/** Calls back with the text on every change. */
function useNews(news: string | undefined, onChange: (news: string) => void): void {
  const report = useEffectEvent(onChange)
  useEffect(() => {
    if (news !== undefined) report(news)
  }, [news])
}

/** Scrolls a new slip into view if it is below the fold. */
function useScrollIntoView(isNew: boolean) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isNew) ref.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [isNew])
  return ref
}

function useRefreshWhenFinal(status: Outcome['status']): void {
  const refresh = useRefreshChainReads()
  useEffect(() => {
    if (status !== 'open') refresh()
  }, [status, refresh])
}

const paceOf = ({ status }: Outcome) => (status === 'open' ? 'busy' : 'idle')

type Known = { readonly status: Outcome['status']; readonly view: OrderView | undefined }

/** An open order's progress to settlement, and the number of solvers that bid on it. */
function useOrderProgress({ uid, network }: SwapOrder, { status, view }: Known) {
  const isOpen = status === 'open'
  const { data } = useQuery({
    queryKey: ['order-progress', network.name, uid, isOpen],
    queryFn: ({ signal }) =>
      call('readOrderStatus', { network: network.name, params: { uid } }, { signal, tries: 1 }),
    enabled: isOpen || status === 'fulfilled',
    refetchInterval: () => orderPollMs(view),
    retry: false,
  })
  return { stage: useReadable(orderStage(status, data)), offers: offersOf(data) }
}

/** Polling interval; an unknown order is new. */
function orderPollMs(view: OrderView | undefined): number | false {
  const nowMs = serverClock.nowMs()
  const { status, createdAt } = view
    ? { status: view.status, createdAt: new Date(view.creationDate) }
    : { status: 'open' as const, createdAt: new Date(nowMs) }
  return nextPollMs([{ status, createdAt }], nowMs)
}

/** Minimum display time of a step, in milliseconds. */
const readMs = 5_000

/** Delays step changes for readability, unless the order advances. */
function useReadable(stage: OrderStage): OrderStage {
  const [shown, setShown] = useState(stage)
  const sinceMs = useRef(0)
  const isFurther = isFurtherOn(stage, shown)
  useEffect(() => {
    if (stage === shown) return
    const waitMs = isFurther ? 0 : sinceMs.current + readMs - performance.now()
    const timer = setTimeout(() => {
      sinceMs.current = performance.now()
      setShown(stage)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [stage, shown, isFurther])
  return isFurther ? stage : shown
}
