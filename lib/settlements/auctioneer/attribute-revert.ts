import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import type { Auction } from '@/lib/auctions/model/auction'
import { indexOrders } from '@/lib/auctions/model/ledger'
import type { Solution } from '@/lib/auctions/model/solution'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import {
  movedCause,
  type SettlementTransaction,
} from '@/lib/settlements/submission/transaction-store'
import { beforeFees } from '@/lib/settlements/verification/find-violations'
import { findRevertingOrders } from './find-reverting-orders'
import { listSettledSolutions, type SettledSolution } from './settled-solution-query'

/** Why a settlement reverted, as stored with it, and the orders to blame. */
export type AttributedRevert = { readonly cause: string; readonly blamed: readonly Hex[] }

/**
 * Attributes a reverted settlement to the orders that also fail alone, without pools, on the state after its block, or on
 * the newest state if the node has no other. If none does, the pools moved (`moved`) and no order is to blame. A refund
 * runs its one order alone.
 * @throws {ServiceError} InternalServerError if the database does not answer.
 */
export async function attributeRevert(
  ctx: Context,
  { id, chainId, txHash, orderUids }: SettlementTransaction,
  blockNumber: bigint | undefined,
): Promise<AttributedRevert> {
  const solutions = await listSettledSolutions(ctx.db, id)
  const [first] = solutions
  if (!first) return { cause: 'reverted: refund', blamed: orderUids }
  const input = await findAuctionInput(ctx.db, first.auctionId)
  if (!input) return { cause: 'reverted: unknown', blamed: [] }
  const { auction } = input
  const round = { auction, auctionId: first.auctionId, blockNumber }
  const probed = solutions.map((solution) => toSolution(auction, solution))
  const failing = await findRevertingOrders(ctx, round, probed)
  const blamed = orderUids.filter((uid) => failing.has(uid))
  const cause = blamed.length > 0 ? 'reverted: orders fail alone' : movedCause
  ctx.log.warn({ chainId, txHash, cause, blamed }, 'settlement reverted')
  return { cause, blamed }
}

/** A stored winner as its solver proposed it, without routes. */
function toSolution(auction: Auction, settled: SettledSolution): Solution {
  const entries = indexOrders(auction)
  const { clearingPrices, gas } = settled
  const trades = settled.orders.flatMap((stored) => {
    const entry = entries.get(stored.uid)
    if (!entry) return []
    const { sellAmount, buyAmount } = beforeFees(entry.order, stored)
    const executedAmount = entry.order.kind === 'sell' ? sellAmount : buyAmount
    const { uid, cost } = stored
    return [{ uid, executedAmount, sellAmount, buyAmount, ...(cost > 0n ? { cost } : {}) }]
  })
  return { solver: '', clearingPrices, trades, routes: [], gas }
}
