import type { Context } from '@/lib/context'
import { noSubscription } from './change-subscription'
import { deleteSubscription, type SubscriptionKey } from './subscription-store'

/**
 * Removes a subscription, and all that was sent by it from the records.
 *
 * @throws {ServiceError} NotFound when the account has none of this id.
 */
export async function removeSubscription(ctx: Context, key: SubscriptionKey): Promise<void> {
  if (!(await deleteSubscription(ctx.db, key))) throw noSubscription()
}
