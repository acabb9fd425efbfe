import type { Outcome } from '@/lib/channels/channel'
import { forgetEndpoint } from '@/lib/channels/web-push/push-store'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { sendElsewhere, stopSubscription } from './attempt-store'
import type { SealedReceiver } from './due-delivery-store'

/** Why a receiver is given up, and what the last attempt was to send. */
export type GivingUp = {
  readonly reason: string
  readonly kind: Outcome['kind']
  readonly deliveryIds: readonly bigint[]
}

/**
 * Gives a receiver up, with all that waits for it. A browser that is gone never comes back under its endpoint, so that is
 * forgotten with its keys. If the receiver has another address by now, it is not given up, and what the old one would
 * not take waits to be sent there.
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
  if (isGivenUp) ctx.log.warn({ subscriptionId, reason }, 'receiver given up')
}
