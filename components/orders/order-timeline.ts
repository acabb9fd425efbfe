import type { Step } from '@/components/ui/stepper'
import { filledPercent } from './order-face'
import type { ShownOrder } from './shown-order'
import { utcText } from './time-text'

/** What the timeline needs beside the order. */
export type TimelineFacts = {
  readonly order: ShownOrder & {
    /** When it was cancelled off chain. */
    readonly cancelledAt: Date | undefined
    readonly cancellationReason: string | undefined
  }
  /** Fills in Unix seconds, oldest first. */
  readonly fills: readonly { readonly timestamp: number; readonly blockNumber: bigint }[]
  readonly nowSeconds: number
}

const usualSeconds = 300

/** What happened to an order and what comes, in its order. */
export function orderTimeline(facts: TimelineFacts): readonly Step[] {
  const { order, fills } = facts
  const signed: Step = { label: 'Signed', state: 'done', note: utcText(order.createdAt) }
  const filled = fills.map(
    (fill, index): Step => ({
      label: fills.length === 1 ? 'Settled' : `Fill ${index + 1}`,
      state: 'done',
      note: `${utcText(new Date(fill.timestamp * 1000))} · block ${fill.blockNumber}`,
    }),
  )
  return [signed, ...filled, ...ending(facts)]
}

function ending({ order, nowSeconds }: TimelineFacts): readonly Step[] {
  switch (order.status) {
    case 'fulfilled':
      return []
    case 'cancelled':
      return [{ label: 'Cancelled', state: 'done', note: cancellationNote(order) }]
    case 'expired':
      return [{ label: 'Expired', state: 'done', note: validUntil(order) }]
    case 'open':
      return [
        { label: 'In auction', state: 'current', note: waitingNote(order, nowSeconds) },
        { label: 'Settled', state: 'waiting', note: `Valid until ${validUntil(order)}` },
      ]
  }
}

function waitingNote(order: ShownOrder, nowSeconds: number): string {
  if (!order.signed) return 'Waits for its signature on chain.'
  if (order.validTo < nowSeconds) return 'Its time is over; this is being confirmed.'
  const percent = filledPercent(order)
  const part = percent > 0 ? `${percent} % filled so far. ` : ''
  const isLong = nowSeconds - order.createdAt.getTime() / 1000 > usualSeconds
  return isLong
    ? `${part}No solver can meet its limit at the market price so far.`
    : `${part}Solvers compete to settle it.`
}

function cancellationNote({ cancelledAt, cancellationReason }: TimelineFacts['order']): string {
  if (!cancelledAt) return 'By its owner, on chain.'
  const who = cancellationReason?.startsWith('policy') ? 'by the service' : 'by its owner'
  return `${utcText(cancelledAt)}, ${who}`
}

const validUntil = ({ validTo }: ShownOrder): string => utcText(new Date(validTo * 1000))
