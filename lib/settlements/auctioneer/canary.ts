import type { Auction } from '@/lib/auctions/model/auction'
import { indexOrders, unpricedTrades, valueSold } from '@/lib/auctions/model/ledger'
import type { Solution } from '@/lib/auctions/model/solution'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { sumValues } from '@/lib/settlements/submission/transaction-store'
import { excludeOrders } from './exclusions'

/** Caps in wei at an auction's prices: the most that one order, and all settlements left of the day, may sell. */
export type ValueCaps = { readonly order: bigint; readonly day: bigint }

const dayMs = 86_400_000

/** Returns the caps of a network while settling is `canary`; undefined on others. */
export async function findValueCaps(
  ctx: Context,
  chainId: number,
  tx: Transaction = ctx.db,
): Promise<ValueCaps | undefined> {
  const { settleModes, canaryOrderValue, canaryDayValue } = ctx.config
  if (settleModes.get(chainId) !== 'canary') return undefined
  const since = new Date(Math.floor(ctx.now() / dayMs) * dayMs)
  const day = (canaryDayValue.get(chainId) ?? 0n) - (await sumValues(tx, { chainId, since }))
  return { order: canaryOrderValue.get(chainId) ?? 0n, day }
}

type Proposal = {
  readonly auction: Auction
  readonly solution: Solution
  readonly caps: ValueCaps
}

/**
 * Returns whether a solution stays within today's caps. If it does not, its largest orders are excluded for a while, so
 * that the others settle in the next round. So are orders of unknown value, which no cap can cover.
 */
export function holdToDayCap(ctx: Context, { auction, solution, caps }: Proposal): boolean {
  const { chainId } = auction
  const unpriced = unpricedTrades(auction, solution)
  const orders = indexOrders(auction)
  for (const { uid } of unpriced) {
    const token = orders.get(uid)?.order.sellToken
    const exclusion = { code: 'tokenNotTraded', ...(token ? { token } : {}) } as const
    excludeOrders(ctx, chainId, { uids: [uid], exclusion })
  }
  let value = valueSold(auction, solution)
  if (value <= caps.day) return unpriced.length === 0
  const parts = solution.trades
    .map((trade) => ({ uid: trade.uid, value: valueSold(auction, { trades: [trade] }) }))
    .sort((a, b) => (a.value < b.value ? 1 : -1))
  const uids: Hex[] = []
  for (const part of parts) {
    if (value <= caps.day) break
    uids.push(part.uid)
    value -= part.value
  }
  excludeOrders(ctx, chainId, { uids, exclusion: { code: 'overCap', cap: 'day' } })
  return false
}
