import type { Identity } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { reachIsWithin, within } from '@/lib/db/within'

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
  const marked = marksOf(identity)
  const { count: inboxes } = await tx.inbox.deleteMany({ where: marked.all })
  const { count: announcements } = await tx.announcementRead.deleteMany({ where: marked.single })
  const { count: notifications } = await tx.notification.updateMany({
    where: { ...marked.single, readAt: { not: null } },
    data: { readAt: null },
  })
  return { subscriptions, deliveries, readMarks: inboxes + announcements + notifications }
}

/** Which marks are an identity's: one of all that is read is the account's on all networks. */
function marksOf({ account, networks }: Identity) {
  if (networks === null) return { all: { account }, single: { account } }
  // No condition of none is true.
  return { all: { account, OR: [] }, single: { account, chainId: { in: [...networks] } } }
}

/** What an identity has read: up to where all of it, and what else, the newest `max` of each kind. */
export async function readReadMarks(db: Transaction, identity: Identity, max: number) {
  const marked = marksOf(identity)
  const [inbox, notifications, announcements] = await Promise.all([
    db.inbox.findFirst({ where: marked.all }),
    db.notification.findMany({
      where: { ...marked.single, readAt: { not: null } },
      select: { id: true, readAt: true },
      orderBy: { sequence: 'desc' },
      take: max,
    }),
    db.announcementRead.findMany({
      where: marked.single,
      select: { announcementId: true, readAt: true },
      orderBy: { readAt: 'desc' },
      take: max,
    }),
  ])
  return {
    readTo: inbox?.readTo,
    notifications: notifications.flatMap(({ id, readAt }) => (readAt ? [{ id, readAt }] : [])),
    announcements: announcements.map(({ announcementId: id, readAt }) => ({ id, readAt })),
  }
}
