import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderRecord } from '@/lib/orders/order-record'
import { exclusionOf } from '@/lib/orders/state/exclusion-of'

/** How far an order has come on its way to a settlement. */
export type ProgressType =
  | 'open'
  | 'scheduled'
  | 'active'
  | 'solved'
  | 'executing'
  | 'traded'
  | 'cancelled'

/** What one solver offered an order; `null`: its solution left the order out. */
export type SolverExecution = {
  readonly solver: Address
  readonly executedAmounts: { readonly sell: string; readonly buy: string } | null
}

/** Where an order stands; `value` holds the solutions of its competition, its winner last. */
export type OrderProgress = {
  readonly type: ProgressType
  readonly value?: readonly SolverExecution[]
}

/** A competition of which a winner is sent, as far as orders' progress needs it. */
export type Standings = {
  readonly createdAt: Date
  /** Worst first. */
  readonly solutions: readonly {
    readonly solver: Address
    readonly isWinner: boolean
    /** Whether it is a winner on its way or mined, and not given up. */
    readonly isExecuting: boolean
    readonly orders: readonly {
      readonly id: Hex
      readonly sellAmount: string
      readonly buyAmount: string
    }[]
  }[]
}

/** All that {@link deriveProgress} looks at. */
export type ProgressFacts = {
  readonly order: OrderRecord
  /** The competition that the order's newest fill came from, if it was one of ours. */
  readonly filledBy: Standings | undefined
  /** The newest competition of the network. */
  readonly latest: Standings | undefined
  /** The orders that are up for settlement now. */
  readonly auction: { readonly orderUids: readonly Hex[]; readonly createdAt: Date } | undefined
  readonly nowSeconds: number
}

/**
 * Where an order stands. The first that holds: filled in part or whole (`traded`), `cancelled`,
 * held by the newest competition's winner that is on its way (`executing`), held by one of its
 * other solutions while no auction came after it (`solved`), in the current auction (`active`),
 * still to be looked at by one (`scheduled`), or left out (`open`): its owner cannot pay, it waits
 * for a signature or its time, or it has ended.
 */
export function deriveProgress(facts: ProgressFacts): OrderProgress {
  const { order, filledBy, latest, auction } = facts
  if (hasTraded(order)) return withSolutions('traded', order.uid, filledBy)
  if (order.status === 'cancelled') return { type: 'cancelled' }
  const isUp = auction?.orderUids.includes(order.uid) ?? false
  const isNewest = latest && (!auction || latest.createdAt >= auction.createdAt)
  // Between block and indexer an auction leaves the order out, which is on its way all the same.
  if (latest && (isNewest || !isUp) && isBeingSettled(latest, order.uid)) {
    return withSolutions('executing', order.uid, latest)
  }
  if (isNewest && latest.solutions.some((solution) => includes(solution, order.uid))) {
    return withSolutions('solved', order.uid, latest)
  }
  if (order.status !== 'open') return { type: 'open' }
  if (isUp) return { type: 'active' }
  return { type: isWaiting(facts) ? 'scheduled' : 'open' }
}

function isBeingSettled({ solutions }: Standings, uid: Hex): boolean {
  return solutions.some((solution) => solution.isExecuting && includes(solution, uid))
}

/** Whether any of an order is filled. */
export function hasTraded({ executedSell, executedBuy }: OrderRecord): boolean {
  return executedSell > 0n || executedBuy > 0n
}

/** Whether the next auction may take the order, for all that is known of it. */
function isWaiting({ order, auction, nowSeconds }: ProgressFacts): boolean {
  const isReady =
    exclusionOf(order) === undefined &&
    order.placementError === undefined &&
    (order.validFrom ?? 0) <= nowSeconds
  return isReady && (!auction || order.createdAt > auction.createdAt)
}

function withSolutions(
  type: ProgressType,
  uid: Hex,
  standings: Standings | undefined,
): OrderProgress {
  if (!standings) return { type }
  const isLast = (solution: Standings['solutions'][number]) =>
    Number(solution.isWinner && includes(solution, uid))
  const sorted = [...standings.solutions].sort((a, b) => isLast(a) - isLast(b))
  const value = sorted.map(({ solver, orders }) => {
    const filled = orders.find(({ id }) => id === uid)
    const executedAmounts = filled ? { sell: filled.sellAmount, buy: filled.buyAmount } : null
    return { solver, executedAmounts }
  })
  return { type, value }
}

function includes({ orders }: Standings['solutions'][number], uid: Hex): boolean {
  return orders.some(({ id }) => id === uid)
}
