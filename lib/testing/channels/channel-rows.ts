import { notificationExample } from '@/lib/api/accounts/notifications'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import { deliveryExample } from '@/lib/api/session/deliveries'
import { unsubscribeSecretExample } from '@/lib/api/session/mail-links'
import { subscriptionExample, webhookSecretExample } from '@/lib/api/session/subscription-fields'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import { saveEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import type { Context } from '@/lib/context'
import { formatFailure } from '@/lib/outbox/failure'

const { id, types, label, createdAt } = subscriptionExample
const facts = { account: exampleOwner, networks: null, types, isConfirmed: true } as const

/** Stores the webhook of the examples. */
export async function insertWebhook(ctx: Context): Promise<void> {
  await saveEndpoint(ctx.db, ctx, {
    ...{ ...facts, label, channel: 'webhook', secret: webhookSecretExample },
    target: { url: 'http://localhost:8080/hook' },
  })
  await nameAsExample(ctx)
}

/** Stores the mail address that the links of the examples belong to. */
export async function insertMail(ctx: Context): Promise<void> {
  const address = 'anna@example.org'
  await saveEndpoint(ctx.db, ctx, {
    ...{ ...facts, label: 'a…@example.org', channel: 'email', isConfirmed: false },
    target: { address },
  })
  await nameAsExample(ctx)
  const secret = encrypt(ctx.config, 'secret', unsubscribeSecretExample)
  await ctx.db.subscription.updateMany({ data: { secret } })
}

async function nameAsExample({ db }: Context): Promise<void> {
  await db.subscription.updateMany({ data: { id, createdAt } })
}

/** Stores the dead delivery of the examples, to the webhook of {@link insertWebhook}. */
export async function insertDeadDelivery({ db }: Context): Promise<void> {
  const { timestamp, metadata, ...notification } = notificationExample
  const about = { chainId: 1, orderUid: metadata.orderId, metadata, createdAt: timestamp }
  await db.notification.create({ data: { ...notification, ...about } })
  const { subscriptionId, state, attempts, lastError, lastStatus } = deliveryExample
  await db.delivery.create({
    data: {
      ...{ subscriptionId, state, attempts, lastStatus },
      lastError: formatFailure(lastError),
      notificationId: notification.id,
      createdAt: deliveryExample.createdAt,
      dueAt: deliveryExample.createdAt,
    },
  })
}
