import { randomBytes } from 'node:crypto'
import type { Outcome } from '@/lib/channels/channel'
import { channelError } from '@/lib/channels/channel-error'
import { disableEndpoint } from '@/lib/channels/sending/disable-endpoint'
import { createAttempt } from '@/lib/channels/sending/make-attempt'
import { senders as ownSenders, type Senders } from '@/lib/channels/sending/senders'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Notification } from '@/lib/core/notification'
import { findEncryptedEndpoint } from '@/lib/outbox/endpoint-store'
import type { SubscriptionKey } from '@/lib/outbox/subscription-store'
import { getSubscription, noSubscription } from './change-subscription'
import { limitManualSend } from './limit-manual-send'

/**
 * Sends a test message at once and returns its outcome. It is not a delivery: it is neither recorded nor retried. An
 * endpoint that is gone is disabled, though.
 *
 * @throws {ServiceError} NotFound when the account has no such subscription, Conflict before the endpoint has
 * consented, RateLimited within ten seconds of another test or manual retry.
 */
export async function sendTest(
  ctx: Context,
  key: SubscriptionKey,
  senders: Senders = ownSenders,
): Promise<Outcome> {
  const { isConfirmed, account, networks } = await getSubscription(ctx.db, key)
  if (!isConfirmed) throw channelError({ code: 'notConfirmed' })
  const at = ctx.now()
  await limitManualSend(ctx.db, key, at)
  const receiver = await findEncryptedEndpoint(ctx.db, key)
  if (!receiver) throw noSubscription()
  const notification = testNotification({ account, chainId: networks?.[0] ?? 1 }, at)
  const attempt = createAttempt(ctx, { receiver, senders })
  const outcome = await attempt([{ id: 0n, attempts: 0, createdMs: at, notification }])
  if (outcome.kind !== 'sent') {
    ctx.log.info(
      { subscriptionId: key.id, channel: receiver.channel, ...outcome },
      'test message failed',
    )
  }
  if (outcome.kind === 'gone') {
    const { kind, error: reason } = outcome
    await disableEndpoint(ctx, receiver, { reason, kind, deliveryIds: [] })
  }
  return outcome
}

/** The test notification, about an order uid that cannot exist. */
function testNotification(
  to: { readonly account: Address; readonly chainId: number },
  atMs: number,
): Notification {
  const orderUid = `0x${'00'.repeat(56)}` as const
  const id = `0x${randomBytes(32).toString('hex')}`
  const message = 'This is a test: your notifications arrive here. No order was filled.'
  const metadata = {
    orderId: orderUid,
    executedAmount: '0',
    chainId: to.chainId,
    test: true,
  } as const
  const facts = { ...to, id, orderUid, message, metadata }
  return { ...facts, type: 'order_filled', createdAt: new Date(atMs) }
}
