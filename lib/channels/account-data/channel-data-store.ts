import type { Identity } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { isWithinScope, within } from '@/lib/db/within'
import { deleteReadMarks } from '@/lib/notifications/read-mark-store'

/** Numbers of deleted rows. */
export type RemovedData = {
  readonly subscriptions: number
  readonly deliveries: number
  readonly readMarks: number
}

/**
 * Deletes everything an identity has stored for its notifications: endpoints, deliveries and read marks. Rows of a
 * wider scope stay, and so do the notifications, which are public facts of the chain.
 */
export async function deleteAccountData(tx: Transaction, identity: Identity): Promise<RemovedData> {
  const { account, networks } = identity
  const own = within(identity)
  // Locks subscriptions before their deliveries and by id, like all writers, to avoid deadlocks.
  await tx.$queryRaw`
    SELECT id FROM subscriptions WHERE account = ${account} AND ${isWithinScope(networks)}
    ORDER BY id FOR UPDATE`
  const { count: deliveries } = await tx.delivery.deleteMany({ where: { subscription: own } })
  const { count: subscriptions } = await tx.subscription.deleteMany({ where: own })
  await tx.telegramLink.deleteMany({ where: own })
  return { subscriptions, deliveries, readMarks: await deleteReadMarks(tx, identity) }
}
