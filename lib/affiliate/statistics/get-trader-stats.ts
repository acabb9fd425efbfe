import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { findTrader, type TraderRecord } from './bound-trader-store'

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
