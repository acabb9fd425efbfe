import { listTrades } from '@/lib/chain-events/trade-query'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import type { Exclusion } from '@/lib/core/exclusion'
import { toUnixSeconds } from '@/lib/core/time'
import { exclusionOf, type OrderRecord } from '@/lib/orders/order-record'
import { lookUpOrder } from '@/lib/orders/queries/order-details-query'
import { findCurrentAuction } from './current-auction-store'
import { findLatestStandings, findStandingsByTransaction } from './published-competition-store'
/** An order's progress to settlement. */
export type ProgressType =
  | 'open'
  | 'scheduled'
  | 'active'
  | 'solved'
  | 'executing'
  | 'traded'
  | 'cancelled'

/** A solver's amounts for an order; `null`: its solution leaves the order out. */
export type SolverExecution = {
  readonly solver: Address
  readonly executedAmounts: { readonly sell: string; readonly buy: string } | null
}

/** An order's status; `value` holds the solutions of its competition, the winner last. */
export type OrderProgress = {
  readonly type: ProgressType
  readonly value?: readonly SolverExecution[]
}

/** A competition with a sent winner, as far as the order status needs it. */
export type Standings = {
  readonly createdAt: Date
  /** Worst first. */
  readonly solutions: readonly {
    readonly solver: Address
    readonly isWinner: boolean
    /** Whether it is a pending or mined winner that was not abandoned. */
    readonly isExecuting: boolean
    readonly orders: readonly {
      readonly id: Hex
      readonly sellAmount: string
      readonly buyAmount: string
    }[]
  }[]
}

/** The inputs of {@link deriveProgress}. */
export type ProgressFacts = {
  readonly order: OrderRecord
  /** The competition of the order's newest fill, if it was ours. */
  readonly filledBy: Standings | undefined
  /** The newest competition of the network. */
  readonly latest: Standings | undefined
  /** The orders of the current auction. */
  readonly auction: { readonly orderUids: readonly Hex[]; readonly createdAt: Date } | undefined
  readonly nowSeconds: number
}

/**
 * Derives an order's status, the first that applies: partly or fully filled (`traded`), `cancelled`, in the newest
 * competition's pending winner (`executing`), in another of its solutions while no newer auction exists (`solved`), in
 * the current auction (`active`), awaiting its first one (`scheduled`), or excluded (`open`): underfunded, unsigned,
 * not yet valid, or ended.
 */
export function deriveProgress(facts: ProgressFacts): OrderProgress {
  const { order, filledBy, latest, auction } = facts
  if (hasTraded(order)) return withSolutions('traded', order.uid, filledBy)
  if (order.status === 'cancelled') return { type: 'cancelled' }
  const isUp = auction?.orderUids.includes(order.uid) ?? false
  const isNewest = latest && (!auction || latest.createdAt >= auction.createdAt)
  // Between block and indexing, the current auction omits an order that is being executed.
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

/** Returns whether an order is partly or fully filled. */
export function hasTraded({ executedSell, executedBuy }: OrderRecord): boolean {
  return executedSell > 0n || executedBuy > 0n
}

/** Returns whether the next auction may include the order, as far as known. */
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

/**
 * Returns an order's progress to settlement, and why it is excluded from auctions if it is.
 * @throws {ServiceError} NotFound.
 */
export async function getOrderProgress(
  ctx: Context,
  { chainId, uid }: { readonly chainId: number; readonly uid: Hex },
): Promise<OrderProgress & { readonly exclusion: Exclusion | undefined }> {
  const found = await lookUpOrder(ctx, uid)
  if (found?.order.chainId !== chainId) {
    throw new ServiceError('NotFound', 'order status not found')
  }
  const { order } = found
  const exclusion = exclusionOf(order)
  const nowSeconds = toUnixSeconds(ctx.now())
  const nothing = { filledBy: undefined, latest: undefined, auction: undefined }
  if (hasTraded(order)) {
    const newest = { offset: 0, limit: 1 }
    const filter = { orderUid: uid }
    const [trade] = await listTrades(ctx.db, { chainId, filter, ...newest })
    const { txHash = '0x' } = trade ?? {}
    const filledBy = await findStandingsByTransaction(ctx.db, { chainId, txHash })
    return { ...deriveProgress({ ...nothing, order, nowSeconds, filledBy }), exclusion }
  }
  const [latest, auction] = await Promise.all([
    findLatestStandings(ctx.db, chainId),
    findCurrentAuction(ctx.db, chainId),
  ])
  return { ...deriveProgress({ ...nothing, order, nowSeconds, latest, auction }), exclusion }
}
