import {
  knownContracts,
  type ProvenOnly,
  untrustedContracts,
} from '@/lib/auctions/build/revert-risk'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { listReverts, type Revert } from '@/lib/settlements/books/booked-settlement-query'
import { countedSince, lossBudgetOf, maxCostOf } from '@/lib/settlements/books/loss-budget'

/**
 * The part of the loss budget that reverts through one pool, or those of untrusted code together, may cost, as a divisor:
 * the rest is for all others, so that neither pauses the network.
 */
const budgetParts = 4n

/** The reverts of a network that count against its loss budget: of the last 24 hours, since an operator resumed settling. */
export type CostlyReverts = {
  /** Oldest first; `untrusted` are the contracts that may have caused it, `cost` is in wei. */
  readonly reverts: readonly (Pick<Revert, 'id' | 'raw' | 'isMoved' | 'createdAt'> & {
    readonly untrusted: readonly Address[]
    readonly cost: bigint
  })[]
  /** What one cause may cost, in wei. */
  readonly max: bigint
}

/** Returns the reverts that count against a network's loss budget; undefined for an embedded network, which has none. */
export async function listCostlyReverts(
  ctx: Context,
  chainId: number,
): Promise<CostlyReverts | undefined> {
  const budget = lossBudgetOf(ctx, chainId)
  if (budget === undefined) return undefined
  const since = new Date((await countedSince(ctx, ctx.db, chainId)) * 1_000)
  const reverts = await listReverts(ctx.db, { chainId, since })
  const uids = new Set(reverts.flatMap(({ orderUids }) => orderUids))
  const orders = uids.size > 0 ? await listOrdersByUids(ctx.db, [...uids]) : []
  const known = knownContracts(ctx, chainId)
  const runs = new Map(orders.map((order) => [order.uid, untrustedContracts(order, known)]))
  return {
    max: budget / budgetParts,
    reverts: reverts.map(({ orderUids, costWei, ...revert }) => ({
      ...revert,
      untrusted: orderUids.flatMap((uid) => runs.get(uid) ?? []),
      // Not in the books yet: at its maximum.
      cost: costWei ?? maxCostOf(revert.raw),
    })),
  }
}

/**
 * Returns the rule for untrusted code once its reverts cost more than their part of the loss budget: contracts without a
 * trade before them are excluded, since new ones cost an attacker nothing.
 */
export function findProvenOnly({ reverts, max }: CostlyReverts): ProvenOnly | undefined {
  const suspects = reverts.filter(({ untrusted }) => untrusted.length > 0)
  const [first] = suspects
  const cost = suspects.reduce((sum, revert) => sum + revert.cost, 0n)
  if (!first || cost <= max) return undefined
  return {
    before: toUnixSeconds(first.createdAt.getTime()),
    reverted: new Set(suspects.flatMap(({ untrusted }) => untrusted)),
  }
}
