import type { Context } from '@/lib/context'
import { deleteSubscription, type SubscriptionKey } from '@/lib/outbox/subscription-store'
import { noSubscription } from './change-subscription'

/**
 * Deletes a subscription and its deliveries.
 *
 * @throws {ServiceError} NotFound when the account has no such subscription.
 */
export async function removeSubscription(ctx: Context, key: SubscriptionKey): Promise<void> {
  if (!(await deleteSubscription(ctx.db, key))) throw noSubscription()
}
