import type { AnswerOf } from '@/lib/client/call'
import type { OrderStatus } from '@/lib/core/order'

/** An order's progress at the service. */
export type ProgressView = AnswerOf<'readOrderStatus'>

/** An order's stage between signature and end. */
export type OrderStage =
  /** Underfunded, or not yet valid. */
  | 'held'
  /** The next auction can include it. */
  | 'scheduled'
  /** Solvers compete for it now. */
  | 'competing'
  /** The newest auction did not fill it; the next one can. */
  | 'passed-over'
  /** The selected solver is settling it. */
  | 'chosen'
  /** Partly filled; the rest is in the auction. */
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

/** Returns an order's stage from its status and, while it is open, its progress; scheduled if unknown. */
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

/** Signed, in auction, solver chosen, settled or otherwise ended. */
export function progressSteps(stage: OrderStage): readonly ProgressStep[] {
  const auction = stage === 'chosen' || isOver(stage) ? 'done' : 'current'
  const chosen = stage === 'chosen' ? 'current' : stage === 'settled' ? 'done' : 'waiting'
  const steps: readonly ProgressStep[] = [
    { name: 'signed', state: 'done' },
    { name: 'auction', state: auction },
    { name: 'chosen', state: chosen },
    { name: 'end', state: isOver(stage) ? 'done' : 'waiting' },
  ]
  // An order that was not settled had no selected solver.
  return stage === 'expired' || stage === 'cancelled'
    ? steps.filter(({ name }) => name !== 'chosen')
    : steps
}

/** Returns whether an order has advanced; between auctions it alternates. */
export const isFurtherOn = (stage: OrderStage, than: OrderStage): boolean =>
  rankOf(stage) > rankOf(than)

const rankOf = (stage: OrderStage) => (isOver(stage) ? 2 : stage === 'chosen' ? 1 : 0)

const isOver = (stage: OrderStage) =>
  stage === 'settled' || stage === 'expired' || stage === 'cancelled'

/** The number of solvers that bid on an order in its newest auction. */
export const offersOf = (progress: ProgressView | undefined): number =>
  (progress?.value ?? []).filter(({ executedAmounts }) => executedAmounts !== null).length
