import type { Outcome } from '@/lib/channels/channel'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { requeueForNewTarget, stopSubscription } from '@/lib/outbox/attempt-store'
import type { EncryptedEndpoint } from '@/lib/outbox/endpoint-store'
import { deleteEndpoint } from '@/lib/outbox/endpoint-store'
import { type Failure, formatFailure } from '@/lib/outbox/failure'
import { maxAttempts } from './retry-schedule'

/** Why an endpoint is disabled, with the deliveries of the last attempt. */
export type Disabling = {
  readonly reason: Failure
  readonly kind: Outcome['kind']
  readonly deliveryIds: readonly bigint[]
}

/**
 * Disables an endpoint and closes its waiting deliveries. A push subscription that is gone never returns, so its
 * endpoint and keys are deleted. If the subscription has a new address by now, it stays enabled, and deliveries
 * rejected by the old address are sent to the new one.
 */
export async function disableEndpoint(
  ctx: Context,
  { subscriptionId, target, channel }: EncryptedEndpoint,
  { reason, kind, deliveryIds }: Disabling,
): Promise<void> {
  const at = new Date(ctx.now())
  const isDisabled = await inTransaction(ctx.db, async (tx) => {
    if (!(await stopSubscription(tx, subscriptionId, { target, reason, at }))) {
      await requeueForNewTarget(tx, subscriptionId, { deliveryIds, at, maxAttempts })
      return false
    }
    if (channel === 'web_push' && kind === 'gone') await deleteEndpoint(tx, subscriptionId)
    return true
  })
  if (isDisabled)
    ctx.log.warn({ subscriptionId, reason: formatFailure(reason) }, 'endpoint disabled')
}
