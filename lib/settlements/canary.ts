import type { Auction } from '@/lib/auctions/auction'
import { valueSold } from '@/lib/auctions/ledger'
import type { Solution } from '@/lib/auctions/solution'
import { type Context, memoized } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { sumValues } from './transaction-store'

/** Wei, at an auction's prices: what an order, and all further settlements of the day, may sell at most. */
export type ValueCaps = { readonly order: bigint; readonly day: bigint }

const dayMs = 86_400_000
/** An order that does not fit the day takes part again after this long: what was under way may have failed. */
const restMs = 600_000

/** The caps of a network on which settling is `canary`; undefined on others. */
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

/**
 * Whether a solution fits what may still be settled today. Where it does not, its largest orders are held back for ten
 * minutes, so that the others settle in the next round.
 */
export function fitsDay(
  ctx: Context,
  { auction, solution, caps }: { auction: Auction; solution: Solution; caps: ValueCaps },
): boolean {
  let value = valueSold(auction, solution)
  if (value <= caps.day) return true
  const held = heldBack(ctx, auction.chainId)
  const parts = solution.trades
    .map((trade) => ({ uid: trade.uid, value: valueSold(auction, { trades: [trade] }) }))
    .sort((a, b) => (a.value < b.value ? 1 : -1))
  for (const part of parts) {
    if (value <= caps.day) break
    held.set(part.uid, ctx.now() + restMs)
    value -= part.value
  }
  return false
}

/** Orders that do not fit what may still be settled today, and until when (Unix milliseconds). */
export function overDayOrders(ctx: Context, chainId: number): ReadonlyMap<Hex, number> {
  const held = heldBack(ctx, chainId)
  for (const [uid, untilMs] of held) if (untilMs <= ctx.now()) held.delete(uid)
  return held
}

function heldBack(ctx: Context, chainId: number): Map<Hex, number> {
  return memoized(ctx, `settlements/canary/${chainId}`, () => new Map<Hex, number>())
}
