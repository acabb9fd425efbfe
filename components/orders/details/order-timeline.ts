import { exclusionText } from '@/components/orders/exclusion-text'
import type { ShownToken } from '@/components/orders/token-amount'
import type { Segment } from '@/components/ui/progress-segments'
import type { Translator } from '@/lib/client/i18n/translator'
import { filledPercent } from '@/lib/client/orders/order-state'
import { hasFills, type ShownOrder } from '@/lib/client/orders/shown-order'
import { type OrderStage, progressSteps } from '@/lib/client/swap/order-progress'
import type { Address } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'
import type { OrderStatus } from '@/lib/core/order'
import { momentText } from './moment-text'

/** An order with its fills and cancellation; `nowSeconds` in Unix seconds. */
export type TimelineFacts = {
  readonly order: ShownOrder & {
    /** When it was cancelled off chain. */
    readonly cancelledAt: Date | undefined
    readonly cancellationReason: string | undefined
  }
  /** Oldest first, `timestamp` in Unix seconds. */
  readonly fills: readonly { readonly timestamp: number }[]
  /** The auction of its newest fill, if this service held it; `winner` is the solver that settled it. */
  readonly auction:
    | { readonly decidedAt: Date; readonly bids: number; readonly winner: string | undefined }
    | undefined
  readonly stage: OrderStage
  readonly nowSeconds: number
  readonly nameToken: (address: Address) => ShownToken
}

/** An order's steps in chronological order, and what an open one waits for. */
export type OrderTimeline = { readonly steps: readonly Segment[]; readonly note?: string }

const lateAfterSeconds = 300

type Words = { readonly t: Translator<'orders'>; readonly format: Format }

/** Returns an order's past and pending steps, with a sentence about what an open order waits for. */
export function orderTimeline(words: Words, facts: TimelineFacts): OrderTimeline {
  const { status } = facts.order
  if (status !== 'open') return { steps: endedSteps(words, facts, status) }
  return { steps: openSteps(words, facts), note: waitingNote(words, facts) }
}

type EndedStatus = Exclude<OrderStatus, 'open'>

function endedSteps(words: Words, facts: TimelineFacts, status: EndedStatus): readonly Segment[] {
  const { t } = words
  const { order, fills, auction } = facts
  const end = endOf(facts)
  const signed = signedStep(words, order, end)
  const auctionStep: Segment = {
    label: t('step.auction'),
    state: 'done',
    ...noted(auctionNote(words, facts)),
  }
  if (status !== 'fulfilled') {
    const note = `${momentText(words.format, end, end)}${endedBy(words, order)}`
    // An unfilled limit order may have waited for its price all the time.
    const auctions = order.isQuoted === false && !hasFills(order) ? [] : [auctionStep]
    return [signed, ...auctions, { label: t(`step.${status}`), state: 'stopped', note }]
  }
  const chosen: readonly Segment[] = auction
    ? [{ label: t('step.chosen'), state: 'done', note: chosenNote(words, auction, end) }]
    : []
  const last = fills.at(-1)
  const seconds = last && Math.max(0, last.timestamp - Math.floor(order.createdAt.getTime() / 1000))
  const settled = t('step.settledIn', {
    time: momentText(words.format, end, end),
    duration: durationText(words, seconds ?? 0),
  })
  return [
    signed,
    auctionStep,
    ...chosen,
    { label: t('step.settled'), state: 'done', note: settled },
  ]
}

/** When an order ended, its last fill included; now for an open one. */
export function endOf({
  order,
  fills,
  nowSeconds,
}: Pick<TimelineFacts, 'order' | 'fills' | 'nowSeconds'>): Date {
  const last = fills.at(-1)?.timestamp
  if (order.status === 'fulfilled' && last !== undefined) return new Date(last * 1000)
  if (order.status === 'cancelled' && order.cancelledAt) return order.cancelledAt
  return new Date(Math.min(order.validTo, nowSeconds) * 1000)
}

function openSteps(words: Words, facts: TimelineFacts): readonly Segment[] {
  const { t, format } = words
  const { order, stage, nowSeconds } = facts
  const now = new Date(nowSeconds * 1000)
  const signed: Segment = order.signed
    ? signedStep(words, order, now)
    : { label: t('state.awaitingSignature'), state: 'current' }
  const isOut = order.placementError || order.exclusion
  const percent = filledPercent(order)
  const expiry = t('step.expires', {
    time: momentText(format, new Date(order.validTo * 1000), now),
  })
  const part =
    percent > 0 ? t('state.partlyFilled', { percent: format.wholePercent(percent) }) : undefined
  return progressSteps(stage).map(({ name, state }): Segment => {
    if (name === 'signed') return signed
    if (name === 'chosen') return { label: t('step.chosen'), state }
    if (name === 'end') return { label: t('step.settled'), state, note: expiry }
    if (!order.signed) return { label: t('step.auction'), state: 'waiting' }
    return { label: isOut ? t('exclusion.step') : t('step.auction'), state, ...noted(part) }
  })
}

function signedStep({ t, format }: Words, order: ShownOrder, end: Date): Segment {
  return { label: t('step.signed'), state: 'done', note: momentText(format, order.createdAt, end) }
}

const noted = (note: string | undefined) => (note === undefined ? {} : { note })

function auctionNote({ t }: Words, { fills, auction }: TimelineFacts): string | undefined {
  if (fills.length > 1) return t('step.fills', { count: fills.length })
  return auction && auction.bids > 0 ? t('step.bids', { count: auction.bids }) : undefined
}

function chosenNote(
  { t, format }: Words,
  { decidedAt, winner }: NonNullable<TimelineFacts['auction']>,
  end: Date,
): string {
  const time = momentText(format, decidedAt, end)
  return winner === undefined ? time : t('step.chosenBy', { time, solver: winner })
}

const durations = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const

/** Formats a duration in its largest unit of which there are at least two: "32 s", "5 min". */
function durationText({ t }: Words, seconds: number): string {
  const [unit, size] =
    durations.find(([, each]) => seconds >= 2 * each) ?? (['seconds', 1] as const)
  return t(`step.${unit}`, { count: Math.round(seconds / size) })
}

/** What an open order waits for: the reason of its exclusion and the remedy, else how the auction goes. */
function waitingNote(words: Words, facts: TimelineFacts): string {
  const { t, format } = words
  const { order, nowSeconds, nameToken, stage } = facts
  if (order.placementError) return t('note.refused')
  if (!order.signed) return t('step.signature')
  if (order.validTo < nowSeconds) return t('step.over')
  const { exclusion } = order
  if (exclusion) {
    const timeText = (time: Date) => format.utc(time)
    const { reason, action } = exclusionText(words, exclusion, { nameToken, timeText })
    return `${reason} ${action}`
  }
  if (stage === 'chosen') return t('step.settling')
  if (isLate(order, nowSeconds)) return t('step.late')
  return hasFills(order) ? t('step.rest') : t('step.compete')
}

/** Returns true if a solvable order has been open for more than five minutes. */
export function isLate(order: ShownOrder, nowSeconds: number): boolean {
  const { placementError, exclusion } = order
  const isInAuction = order.status === 'open' && order.signed && !placementError && !exclusion
  const isWaiting = isInAuction && order.validTo >= nowSeconds
  return isWaiting && nowSeconds - order.createdAt.getTime() / 1000 > lateAfterSeconds
}

/** Who cancelled an order, unless its owner did as usual. */
function endedBy({ t }: Words, order: TimelineFacts['order']): string {
  if (order.status !== 'cancelled') return ''
  if (!order.cancelledAt) return ` · ${t('step.onChain')}`
  return order.cancellationReason?.startsWith('policy') ? ` · ${t('step.byService')}` : ''
}
