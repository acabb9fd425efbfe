import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'
import type { Subscription as SubscriptionRow } from '@/prisma/generated/client'
import type { SealedReceiver } from './due-delivery-store'
import { type SubscriptionKey, toSubscription } from './subscription-store'

/** The receiver of a subscription of an account, its target and secrets sealed; undefined: there is none. */
export async function findSealedReceiver(
  db: Transaction,
  { id, account }: SubscriptionKey,
): Promise<SealedReceiver | undefined> {
  const row = await db.subscription.findUnique({ where: { id, account } })
  return row ? toSealedReceiver(row) : undefined
}

/** The receivers of an account, in the order in which they were subscribed. */
export async function listSealedReceivers(
  db: Transaction,
  account: Address,
): Promise<SealedReceiver[]> {
  const rows = await db.subscription.findMany({
    where: { account },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(toSealedReceiver)
}

function toSealedReceiver(row: SubscriptionRow): SealedReceiver {
  const { id, account, channel, rhythm, failingSinceMs, oldSecretUntilMs } = toSubscription(row)
  return {
    ...{ subscriptionId: id, account, channel, rhythm, failingSinceMs, oldSecretUntilMs },
    target: row.target,
    secret: row.secret ?? undefined,
    oldSecret: row.oldSecret ?? undefined,
  }
}
