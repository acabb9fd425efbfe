import { exclusionText } from '@/components/orders/exclusion-text'
import type { ShownToken } from '@/components/orders/token-amount'
import type { Step } from '@/components/ui/stepper'
import type { Translator } from '@/lib/client/i18n/translator'
import { filledPercent } from '@/lib/client/orders/order-state'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'

/** An order with its fills and cancellation; `nowSeconds` in Unix seconds. */
export type TimelineFacts = {
  readonly order: ShownOrder & {
    /** When it was cancelled off chain. */
    readonly cancelledAt: Date | undefined
    readonly cancellationReason: string | undefined
  }
  /** Oldest first, `timestamp` in Unix seconds. */
  readonly fills: readonly { readonly timestamp: number; readonly blockNumber: bigint }[]
  readonly nowSeconds: number
  readonly nameToken: (address: Address) => ShownToken
}

const lateAfterSeconds = 300

type Words = { readonly t: Translator<'orders'>; readonly format: Format }

/** Returns an order's past and pending steps in chronological order. */
export function orderTimeline(words: Words, facts: TimelineFacts): readonly Step[] {
  const { t, format } = words
  const { order, fills } = facts
  const signed: Step = { label: t('step.signed'), state: 'done', note: format.utc(order.createdAt) }
  const filled = fills.map(
    (fill, index): Step => ({
      label: fills.length === 1 ? t('step.settled') : t('step.fill', { number: index + 1 }),
      state: 'done',
      note: t('step.inBlock', {
        time: format.utc(new Date(fill.timestamp * 1000)),
        block: String(fill.blockNumber),
      }),
    }),
  )
  return [signed, ...filled, ...ending(words, facts)]
}

function ending(words: Words, facts: TimelineFacts): readonly Step[] {
  const { order } = facts
  const { t } = words
  switch (order.status) {
    case 'fulfilled':
      return []
    case 'cancelled':
      return [{ label: t('step.cancelled'), state: 'done', note: cancellationNote(words, order) }]
    case 'expired':
      return [{ label: t('step.expired'), state: 'done', note: validUntil(words, order) }]
    case 'open':
      if (order.placementError) {
        return [{ label: t('state.refused'), state: 'current', note: t('note.refused') }]
      }
      return [
        waitingStep(words, facts),
        {
          label: t('step.settled'),
          state: 'waiting',
          note: t('step.validUntil', { time: validUntil(words, order) }),
        },
      ]
  }
}

/** The step of an open order: in auction, or excluded with the reason. */
function waitingStep(words: Words, { order, nowSeconds, nameToken }: TimelineFacts): Step {
  const { t, format } = words
  const { exclusion } = order
  const isOver = order.validTo < nowSeconds
  if (exclusion && order.signed && !isOver) {
    const timeText = (time: Date) => format.utc(time)
    const { reason, action } = exclusionText(words, exclusion, { nameToken, timeText })
    const note = `${partText(words, order)}${reason} ${action}`
    const isIn = exclusion.code === 'waitsForPrice'
    return { label: isIn ? t('step.auction') : t('exclusion.step'), state: 'current', note }
  }
  const label = order.signed ? t('step.auction') : t('exclusion.step')
  return { label, state: 'current', note: waitingNote(words, order, nowSeconds) }
}

function partText({ t, format }: Words, order: ShownOrder): string {
  const percent = filledPercent(order)
  return percent > 0 ? `${t('step.part', { percent: format.wholePercent(percent) })} ` : ''
}

function waitingNote(words: Words, order: ShownOrder, nowSeconds: number): string {
  const { t } = words
  if (!order.signed) return t('step.signature')
  if (order.validTo < nowSeconds) return t('step.over')
  const part = partText(words, order)
  return isLate(order, nowSeconds) ? `${part}${t('step.late')}` : `${part}${t('step.compete')}`
}

/** Returns true if a solvable order has been open for more than five minutes. */
export function isLate(order: ShownOrder, nowSeconds: number): boolean {
  const { placementError, exclusion } = order
  const isInAuction = order.status === 'open' && order.signed && !placementError && !exclusion
  const isWaiting = isInAuction && order.validTo >= nowSeconds
  return isWaiting && nowSeconds - order.createdAt.getTime() / 1000 > lateAfterSeconds
}

function cancellationNote(
  { t, format }: Words,
  { cancelledAt, cancellationReason }: TimelineFacts['order'],
): string {
  if (!cancelledAt) return t('step.byOwnerOnChain')
  const who = cancellationReason?.startsWith('policy') ? 'service' : 'owner'
  return t('step.cancelledBy', { time: format.utc(cancelledAt), who })
}

const validUntil = ({ format }: Words, { validTo }: ShownOrder): string =>
  format.utc(new Date(validTo * 1000))
