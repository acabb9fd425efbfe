import type { Weighing } from '@/lib/auctions/bounds/weigh-solution'
import { weigh } from '@/lib/auctions/solvers/competing-solvers'
import { type Context, defineSlot } from '@/lib/context'

/**
 * Number of rounds by the score of their first transaction: all, those far below the bound within its gas, those that
 * fill-or-kill orders alone explain, and those without time for the comparison.
 */
export type RoundCounts = { weighed: number; far: number; fillOrKill: number; late: number }

/** Returns the number of rounds that this process has compared. */
export const roundCounts = defineSlot('settlements/rounds', (): RoundCounts => {
  return { weighed: 0, far: 0, fillOrKill: 0, late: 0 }
})

type Round = Weighing & { readonly auctionId: bigint }

/**
 * Counts a round, and logs it if its first transaction scored below 90 % of the bound within its gas (see
 * `weighSolution`). With solver threads, the next round does not wait for it. Never throws.
 */
export async function weighRound(ctx: Context, { auctionId, ...weighing }: Round): Promise<void> {
  const { chainId, orders } = weighing.auction
  try {
    const counts = roundCounts(ctx)
    counts.weighed += 1
    const { verdict, ...figures } = await weigh(ctx, weighing)
    if (verdict === 'near') return
    if (verdict === 'late') counts.late += 1
    else counts.far += 1
    if ('needsParts' in figures && figures.needsParts) counts.fillOrKill += 1
    const found = { chainId, auctionId, orders: orders.length, ...figures, ...counts }
    ctx.log.info(
      found,
      verdict === 'late' ? 'no time to weigh round' : 'round scored below 90 % of its bound',
    )
  } catch (error) {
    ctx.log.warn({ error, chainId, auctionId }, 'round could not be weighed')
  }
}
