'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { useFormat } from '@/components/i18n/use-format'
import { exclusionText } from '@/components/orders/exclusion-text'
import { ExchangeTitle } from '@/components/orders/list/exchange-title'
import { gainClass } from '@/components/orders/list/order-row'
import { exchangeTexts, filledShare, placedText, typeText } from '@/components/orders/list/row-text'
import type { ShownToken } from '@/components/orders/token-amount'
import { TokenPair } from '@/components/tokens/token-mark'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { classNames } from '@/components/ui/class-names'
import { lazyPart } from '@/components/ui/lazy-part'
import { Link } from '@/components/ui/link'
import { ListCell, ListMain, ListRow, ListUnfold } from '@/components/ui/list'
import { ProgressTrack } from '@/components/ui/progress-track'
import { orderPill, orderState } from '@/lib/client/orders/order-state'
import { recreateHref } from '@/lib/client/orders/recreate-href'
import { isEditable } from '@/lib/client/orders/replace-order'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'
import { type OrderStage, progressSteps } from '@/lib/client/swap/order-progress'
import { isDelayed } from '@/lib/client/swap/pending-order'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import type { Address } from '@/lib/core/address'
import { missingText } from '@/lib/core/format/number-text'
import { type SaleTrouble, useSale } from './native-sale'
import {
  isBidding,
  liveText,
  paymentPill,
  type RecentWords,
  resultTexts,
  statusText,
  stepTexts,
  termsText,
  titleText,
  type Waits,
} from './recent-text'
import { useOrderProgress } from './use-order-progress'

const RecentDetails = lazyPart(async () => (await import('./recent-details')).RecentDetails)

const ApproveOrder = lazyPart(
  async () => (await import('@/components/orders/actions/approve-order')).ApproveOrder,
)

const PresignActions = lazyPart(
  async () => (await import('@/components/orders/actions/presign-actions')).PresignActions,
)

/** The widths of the columns: order, status, what it waits for or gained, time, action, chevron. */
export const recentTemplate =
  'tab:[--columns:minmax(0,1fr)_9.5rem_6.5rem_4.5rem_1.25rem] desk:[--columns:minmax(0,1fr)_10.25rem_13rem_5.5rem_6.5rem_1.25rem]'

type Props = {
  readonly order: ShownOrder
  /** Undefined for orders that the service lists. */
  readonly sale: SwapOrder | undefined
  readonly isKnown: boolean
  readonly nameToken: (address: Address) => ShownToken
  readonly nowSeconds: number
  readonly gap: number | undefined
  /** Whether it was placed in this page view: then it unfolds while it is open, and is scrolled into view. */
  readonly isNew: boolean
  /** Its owner has cancelled it, and the service has not yet reported the final state. */
  readonly isCancelling: boolean
  /** Omitted if it cannot be cancelled. */
  readonly onCancel?: (() => void) | undefined
  readonly onEdit: () => void
  /** Called to hide it. */
  readonly onDiscard: () => void
  /** Called with the text of a new order's state, and on each change. */
  readonly onNews: (text: string) => void
}

/** A recent order on one line, which unfolds in place. */
export const RecentRow = (props: Props) => {
  const { order, sale, isKnown, nameToken, isNew, isCancelling } = props
  const words: RecentWords = {
    t: useTranslations('orders'),
    swap: useTranslations('swap'),
    format: useFormat(),
  }
  const { format, swap } = words
  const { network } = useSettings()
  const detailsId = useId()
  const saleTrouble = useSale(sale, isKnown)
  const waits = waitsOf(order, { sale, isKnown, saleTrouble })
  const isUnpaid = waits === 'unpaid' || waits === 'failed'
  const { stage, offers, chosenAt } = useOrderProgress(order, isKnown)
  const known = { nowSeconds: props.nowSeconds, isCancelling }
  const state = orderState(order, known)
  const exclusion = useExclusion(order, nameToken)
  const isOpen = order.status === 'open'
  const isLate = isDelayed(order, serverClock.nowMs()) && !exclusion
  const text = waits
    ? undefined
    : statusText(words, { order, state, nameToken, stage, exclusion, isDelayed: isLate })
  useNews(isNew ? text : undefined, (news) =>
    props.onNews(`${titleText(words, order, nameToken)}: ${news}`),
  )
  useRefreshWhenFinal(order.status)
  const rowRef = useScrollIntoView(isNew)
  const { isUnfolded, toggle } = useUnfolded((isNew || isUnpaid) && isOpen)
  const { sold, bought } = exchangeTexts(words, order, nameToken)
  const pill = isUnpaid ? paymentPill(swap, waits) : orderPill(words, order, known)
  const clock = (time: Date | undefined) => time && format.clockSecond(time)
  const time = placedText(words, order.createdAt, new Date())
  return (
    <ListRow
      ref={rowRef}
      className={isNew ? 'animate-fade' : undefined}
      {...(isUnfolded && {
        details: (
          <div id={detailsId}>
            <Suspense fallback={<div className="h-24" />}>
              <RecentDetails
                {...{ order, nameToken, text, isNew, waits, sale, saleTrouble }}
                isDelayed={isLate}
                steps={stepTexts(words, {
                  ...{ stage, offers, waits, exclusion },
                  times: { signed: clock(order.createdAt), chosen: clock(chosenAt) },
                })}
                actions={<Actions {...props} />}
                onDiscard={props.onDiscard}
              />
            </Suspense>
          </div>
        ),
      })}
    >
      <ListMain
        lead={
          <TokenPair
            network={network}
            tokens={[{ address: order.sellToken }, { address: order.buyToken }]}
          />
        }
        title={
          <ListUnfold
            isOpen={isUnfolded}
            {...(isUnfolded && { 'aria-controls': detailsId })}
            onClick={toggle}
            className="numeric font-medium"
          >
            <ExchangeTitle {...{ sold, bought }} />
          </ListUnfold>
        }
        note={
          <>
            <span className="max-tab:hidden">{termsText(words, order, nameToken)}</span>
            <span className="tab:hidden">
              {typeText(words, order)} · {time}
            </span>
          </>
        }
      />
      <ListCell on="pill">
        <Badge tone={pill.tone} sign={pill.sign}>
          <span className="whitespace-nowrap">{pill.word}</span>
        </Badge>
      </ListCell>
      <ListCell on="below" className="text-label text-ink-2">
        {isOpen ? (
          <span className="grid gap-1">
            {isUnfolded || waits ? null : <Track {...{ order, stage, offers }} />}
            <span className="numeric">
              {liveText(words, {
                ...{ order, state, nameToken, stage, offers, waits, exclusion, gap: props.gap },
              })}
            </span>
          </span>
        ) : (
          <Result words={words} order={order} nameToken={nameToken} />
        )}
      </ListCell>
      <ListCell align="end" className="text-small text-ink-2 tab:max-desk:hidden">
        <time dateTime={order.createdAt.toISOString()}>{time}</time>
      </ListCell>
      <ListCell className="relative justify-self-end">
        {/* Unfolded, the note in its details has the button. */}
        {isUnfolded && waits === 'unsigned' ? null : <RowAction {...props} waits={waits} />}
      </ListCell>
      <ListCell on="aside" className="pointer-events-none">
        <ChevronDown
          aria-hidden="true"
          className={classNames(
            'size-5 text-ink-2 transition-transform duration-200',
            isUnfolded && 'rotate-180',
          )}
        />
      </ListCell>
    </ListRow>
  )
}

type TrackProps = Pick<Props, 'order'> & { readonly stage: OrderStage; readonly offers: number }

const Track = ({ order, stage, offers }: TrackProps) => {
  const share = filledShare(order)
  if (share !== undefined) return <ProgressTrack share={share} />
  if (order.exclusion) return null
  const steps = progressSteps(stage)
  const done = steps.filter((step) => step.state === 'done').length
  return (
    <ProgressTrack segments={steps.length} done={done} isResting={!isBidding({ offers, stage })} />
  )
}

type ResultProps = Pick<Props, 'order' | 'nameToken'> & { readonly words: RecentWords }

const Result = ({ words, order, nameToken }: ResultProps) => {
  const result = resultTexts(words, order, nameToken)
  if (!result) return <span className="max-tab:hidden">{missingText}</span>
  if ('even' in result) return <span>{result.even}</span>
  const { gain, over } = result
  return (
    <span className="numeric">
      <span className={gainClass[gain.tone]}>
        {gain.amount} {gain.symbol}
      </span>{' '}
      {over}
    </span>
  )
}

/** The one action of the row: sign or cancel an open order, place an ended one again. */
const RowAction = ({
  order,
  nameToken,
  onCancel,
  isCancelling,
  waits,
}: Props & { readonly waits: Waits }) => {
  const t = useTranslations('orders')
  const { network } = useSettings()
  const [sold, bought] = [nameToken(order.sellToken), nameToken(order.buyToken)]
  const pair = { sold: sold.symbol, bought: bought.symbol }
  if (order.status !== 'open') {
    return (
      <Link
        href={recreateHref(order, { network: network.name, sold, bought })}
        aria-label={t('row.repeatWhat', pair)}
        className={classNames(buttonClass({ variant: 'quiet', size: 'small' }))}
      >
        {t('row.repeat')}
      </Link>
    )
  }
  if (!onCancel || isCancelling) return null
  if (waits === 'unsigned') {
    return (
      <Suspense fallback={null}>
        <PresignActions order={order} owner={order.owner} pair={pair} />
      </Suspense>
    )
  }
  if (waits) return null
  return (
    <Button size="small" onClick={onCancel} aria-label={t('row.cancelWhat', pair)}>
      {t('row.cancel')}
    </Button>
  )
}

/** Actions below the details; on phones those of the row too, which has no room for them. */
const Actions = (props: Props) => {
  const { order, nameToken, onCancel, isCancelling } = props
  const t = useTranslations('orders')
  const [sold, bought] = [nameToken(order.sellToken), nameToken(order.buyToken)]
  const canChange = onCancel !== undefined && !isCancelling
  const isNamed = sold.decimals !== undefined && bought.decimals !== undefined
  return (
    <>
      {canChange && order.exclusion?.code === 'insufficientAllowance' ? (
        <Suspense fallback={null}>
          <ApproveOrder owner={order.owner} token={order.sellToken} named={sold} />
        </Suspense>
      ) : null}
      {canChange && isNamed && isEditable(order, order.owner) ? (
        <Button
          size="small"
          onClick={props.onEdit}
          aria-label={t('edit.editWhat', { sold: sold.symbol, bought: bought.symbol })}
        >
          {t('edit.edit')}
        </Button>
      ) : null}
      <span className="tab:hidden">
        <RowAction {...props} waits={undefined} />
      </span>
    </>
  )
}

type Unpaid = Pick<Props, 'sale' | 'isKnown'> & { readonly saleTrouble: SaleTrouble | undefined }

function waitsOf(order: ShownOrder, { sale, isKnown, saleTrouble }: Unpaid): Waits {
  if (order.status !== 'open') return undefined
  if (sale?.sale !== undefined && !isKnown) return saleTrouble === undefined ? 'unpaid' : 'failed'
  return order.signed ? undefined : 'unsigned'
}

/** Why an open order is excluded from auctions, as the service reports it. */
function useExclusion(order: ShownOrder, nameToken: (address: Address) => ShownToken) {
  const t = useTranslations('orders')
  const format = useFormat()
  const { exclusion, status } = order
  if (status !== 'open' || !exclusion || exclusion.code === 'awaitsSignature') return undefined
  const timeText = (moment: Date) => format.local(moment, new Date())
  return exclusionText({ t, format }, exclusion, { nameToken, timeText })
}

/** Whether the row is unfolded: as its owner chose, else while `isUsual`. */
function useUnfolded(isUsual: boolean) {
  const [chosen, setChosen] = useState<boolean>()
  const isUnfolded = chosen ?? isUsual
  return { isUnfolded, toggle: () => setChosen(!isUnfolded) }
}

/** Calls back with the text on every change. */
function useNews(news: string | undefined, onChange: (news: string) => void): void {
  const report = useEffectEvent(onChange)
  useEffect(() => {
    if (news !== undefined) report(news)
  }, [news])
}

/** Scrolls a new row into view if it is below the fold. */
function useScrollIntoView(isNew: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) ref.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [isNew])
  return ref
}

/** Refreshes what the chain says about the account when an order ends in front of it. */
function useRefreshWhenFinal(status: ShownOrder['status']): void {
  const refresh = useRefreshChainReads()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'open' && status !== 'open') refresh()
    before.current = status
  }, [status, refresh])
}
