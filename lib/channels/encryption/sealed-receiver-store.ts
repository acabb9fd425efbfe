import type { EncryptedEndpoint } from '@/lib/channels/sending/due-delivery-store'
import {
  type SubscriptionKey,
  toSubscription,
} from '@/lib/channels/subscriptions/subscription-store'
import type { Identity } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { within } from '@/lib/db/within'
import type { Subscription as SubscriptionRow } from '@/prisma/generated/client'

/** Returns the endpoint of an identity's subscription, with target and secrets encrypted. */
export async function findEncryptedReceiver(
  db: Transaction,
  { id, ...identity }: SubscriptionKey,
): Promise<EncryptedEndpoint | undefined> {
  const row = await db.subscription.findUnique({ where: { id, ...within(identity) } })
  return row ? toEncryptedReceiver(row) : undefined
}

/** Returns the endpoints of an identity, oldest subscription first. */
export async function listEncryptedReceivers(
  db: Transaction,
  identity: Identity,
): Promise<EncryptedEndpoint[]> {
  const rows = await db.subscription.findMany({
    where: within(identity),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.flatMap((row) => toEncryptedReceiver(row) ?? [])
}

function toEncryptedReceiver(row: SubscriptionRow): EncryptedEndpoint | undefined {
  if (row.target === null) return undefined
  const { id, account, channel, rhythm, failingSinceMs, oldSecretUntilMs } = toSubscription(row)
  return {
    ...{ subscriptionId: id, account, channel, rhythm, failingSinceMs, oldSecretUntilMs },
    target: row.target,
    secret: row.secret ?? undefined,
    oldSecret: row.oldSecret ?? undefined,
  }
}
