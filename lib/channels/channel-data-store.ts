import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'

/** What was removed of an account, in rows. */
export type RemovedData = {
  readonly subscriptions: number
  readonly deliveries: number
  readonly readMarks: number
}

/**
 * Removes all that an account has told of itself for its notifications: where they go, what was sent there, and what
 * it has read. The notifications stay: they are facts of the chain that anyone may read.
 */
export async function deleteAccountData(tx: Transaction, account: Address): Promise<RemovedData> {
  // Before their deliveries, as everybody does, and in one order.
  await tx.$queryRaw`
    SELECT id FROM subscriptions WHERE account = ${account} ORDER BY id FOR UPDATE`
  const { count: deliveries } = await tx.delivery.deleteMany({
    where: { subscription: { account } },
  })
  const { count: subscriptions } = await tx.subscription.deleteMany({ where: { account } })
  await tx.telegramLink.deleteMany({ where: { account } })
  const { count: inboxes } = await tx.inbox.deleteMany({ where: { account } })
  const { count: announcements } = await tx.announcementRead.deleteMany({ where: { account } })
  const { count: notifications } = await tx.notification.updateMany({
    where: { account, readAt: { not: null } },
    data: { readAt: null },
  })
  return { subscriptions, deliveries, readMarks: inboxes + announcements + notifications }
}

/** What an account has read: up to where all of it, and what else, the newest `most` of each kind. */
export async function readReadMarks(db: Transaction, account: Address, most: number) {
  const [inbox, notifications, announcements] = await Promise.all([
    db.inbox.findUnique({ where: { account } }),
    db.notification.findMany({
      where: { account, readAt: { not: null } },
      select: { id: true, readAt: true },
      orderBy: { sequence: 'desc' },
      take: most,
    }),
    db.announcementRead.findMany({
      where: { account },
      select: { announcementId: true, readAt: true },
      orderBy: { readAt: 'desc' },
      take: most,
    }),
  ])
  return {
    readTo: inbox?.readTo,
    notifications: notifications.flatMap(({ id, readAt }) => (readAt ? [{ id, readAt }] : [])),
    announcements: announcements.map(({ announcementId: id, readAt }) => ({ id, readAt })),
  }
}
