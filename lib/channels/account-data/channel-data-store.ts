import type { Identity } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { reachIsWithin, within } from '@/lib/db/within'
import { deleteReadMarks } from '@/lib/notifications/read-mark-store'

/** What was removed of an account, in rows. */
export type RemovedData = {
  readonly subscriptions: number
  readonly deliveries: number
  readonly readMarks: number
}

/**
 * Removes all that an identity has told of itself for its notifications: where they go, what was sent there, and what
 * it has read. What reaches further stays, and so do the notifications: they are facts of the chain that anyone may read.
 */
export async function deleteAccountData(tx: Transaction, identity: Identity): Promise<RemovedData> {
  const { account, networks } = identity
  const own = within(identity)
  // Before their deliveries, as everybody does, and in one order.
  await tx.$queryRaw`
    SELECT id FROM subscriptions WHERE account = ${account} AND ${reachIsWithin(networks)}
    ORDER BY id FOR UPDATE`
  const { count: deliveries } = await tx.delivery.deleteMany({ where: { subscription: own } })
  const { count: subscriptions } = await tx.subscription.deleteMany({ where: own })
  await tx.telegramLink.deleteMany({ where: own })
  return { subscriptions, deliveries, readMarks: await deleteReadMarks(tx, identity) }
}
