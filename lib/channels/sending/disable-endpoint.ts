import type { Outcome } from '@/lib/channels/channel'
import { forgetEndpoint } from '@/lib/channels/web-push/push-store'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { sendElsewhere, stopSubscription } from './attempt-store'
import type { SealedReceiver } from './due-delivery-store'

/** Why an endpoint is disabled, with the deliveries of the last attempt. */
export type GivingUp = {
  readonly reason: string
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
  { subscriptionId, target, channel }: SealedReceiver,
  { reason, kind, deliveryIds }: GivingUp,
): Promise<void> {
  const at = new Date(ctx.now())
  const isGivenUp = await inTransaction(ctx.db, async (tx) => {
    if (!(await stopSubscription(tx, subscriptionId, { target, reason, at }))) {
      await sendElsewhere(tx, subscriptionId, { deliveryIds, at })
      return false
    }
    if (channel === 'web_push' && kind === 'gone') await forgetEndpoint(tx, subscriptionId)
    return true
  })
  if (isGivenUp) ctx.log.warn({ subscriptionId, reason }, 'endpoint disabled')
}
