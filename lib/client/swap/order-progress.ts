import type { AnswerOf } from '@/lib/client/call'
import type { OrderStatus } from '@/lib/core/order'

/** How far an order is, as the service tells it. */
export type ProgressView = AnswerOf<'readOrderStatus'>

/** Where an order stands between its signature and its end. */
export type OrderStage =
  /** Its owner cannot pay, or its time has not come. */
  | 'held'
  /** The next auction can take it. */
  | 'scheduled'
  /** Solvers compete for it now. */
  | 'competing'
  /** The newest auction went without it; the next one can take it. */
  | 'passed-over'
  /** A solver was chosen, and settles it. */
  | 'chosen'
  /** Part of it is filled, the rest is in the auction. */
  | 'partly-filled'
  | 'settled'
  | 'expired'
  | 'cancelled'

const stages: Record<ProgressView['type'], OrderStage> = {
  open: 'held',
  scheduled: 'scheduled',
  active: 'competing',
  solved: 'passed-over',
  executing: 'chosen',
  traded: 'partly-filled',
  cancelled: 'cancelled',
}

/** Where an order stands by its status and, while it is open, by its progress; not known yet: it is scheduled. */
export function orderStage(
  status: OrderStatus,
  progress: Pick<ProgressView, 'type'> | undefined,
): OrderStage {
  if (status === 'fulfilled') return 'settled'
  if (status !== 'open') return status
  return progress === undefined ? 'scheduled' : stages[progress.type]
}

/** One of the four steps of an order. */
export type ProgressStep = {
  readonly name: 'signed' | 'auction' | 'chosen' | 'end'
  readonly state: 'done' | 'current' | 'waiting'
}

/** Signed, in auction, solver chosen, settled or however it ended. */
export function progressSteps(stage: OrderStage): readonly ProgressStep[] {
  const auction = stage === 'chosen' || isOver(stage) ? 'done' : 'current'
  const chosen = stage === 'chosen' ? 'current' : stage === 'settled' ? 'done' : 'waiting'
  const steps: readonly ProgressStep[] = [
    { name: 'signed', state: 'done' },
    { name: 'auction', state: auction },
    { name: 'chosen', state: chosen },
    { name: 'end', state: isOver(stage) ? 'done' : 'waiting' },
  ]
  // What nobody settled was given to no solver.
  return stage === 'expired' || stage === 'cancelled'
    ? steps.filter(({ name }) => name !== 'chosen')
    : steps
}

/** Whether an order came to a later step; between auctions it goes to and fro. */
export const isFurtherOn = (stage: OrderStage, than: OrderStage): boolean =>
  rankOf(stage) > rankOf(than)

const rankOf = (stage: OrderStage) => (isOver(stage) ? 2 : stage === 'chosen' ? 1 : 0)

const isOver = (stage: OrderStage) =>
  stage === 'settled' || stage === 'expired' || stage === 'cancelled'

/** How many solvers offered to fill an order in the newest auction that had it. */
export const offersOf = (progress: ProgressView | undefined): number =>
  (progress?.value ?? []).filter(({ executedAmounts }) => executedAmounts !== null).length
