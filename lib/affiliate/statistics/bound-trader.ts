import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { volumeToNextReward } from '@/lib/core/affiliate-programme'
import { ServiceError } from '@/lib/core/errors'
import { daySeconds } from '@/lib/core/time'
import { type BoundTrader, findTrader, type TraderRecord } from './bound-trader-query'

/** Returns the last Unix second at which a trade of the trader can count. */
export function endOfRewards({ terms, boundAt, freedAt }: BoundTrader): number {
  const end = boundAt + terms.timeCapDays * daySeconds
  return freedAt !== undefined && freedAt < end ? freedAt : end
}

/**
 * Returns the eligible volume left to a trader's next reward, in millionths of a dollar; undefined when the volume cap
 * or the time cap rules out another.
 */
export function remainingToReward(trader: BoundTrader, now: number): bigint | undefined {
  return now > endOfRewards(trader) ? undefined : volumeToNextReward(trader.terms, trader.eligible)
}

/**
 * Returns a trader's binding and the sums over its trades.
 *
 * @throws {ServiceError} NotFound when no order it traded ever had a code.
 */
export async function getTraderStats(ctx: Context, trader: Address): Promise<TraderRecord> {
  const record = await findTrader(ctx.db, trader)
  if (record) return record
  throw new ServiceError('NotFound', 'trader stats not found')
}
