import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import { isDeliveryOf } from './account-delivery-store'
import { reviveDelivery } from './delivery-store'

/**
 * Has a delivery sent that was given up, with all its attempts before it.
 *
 * @throws {ServiceError} NotFound when the account has none of this id, Conflict when it was not given up, its
 *   receiver was, or what it tells was taken back.
 */
export async function retryDelivery(
  ctx: Context,
  { id, ...identity }: Identity & { readonly id: bigint },
): Promise<void> {
  const revival = await inTransaction(ctx.db, async (tx) => {
    if (!(await isDeliveryOf(tx, { id, ...identity }))) {
      throw new ServiceError('NotFound', 'the account has no such delivery')
    }
    return reviveDelivery(tx, { id, at: new Date(ctx.now()) })
  })
  if (revival === 'taken-back') {
    throw new ServiceError('Conflict', 'what it tells was taken back since')
  }
  if (revival === 'stopped') {
    throw new ServiceError('Conflict', 'the channel was given up, switch it on first')
  }
  if (revival === 'forgotten') {
    throw new ServiceError('Conflict', 'the browser is gone, add it again first')
  }
  if (revival === 'not-dead') {
    throw new ServiceError('Conflict', 'only a delivery that was given up is sent again')
  }
}
