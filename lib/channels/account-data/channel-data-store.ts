import type { Identity } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'
import { isWithinScope, within } from '@/lib/db/within'

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
  const marked = marksOf(identity)
  const { count: inboxes } = await tx.inbox.deleteMany({ where: marked.all })
  const { count: announcements } = await tx.announcementRead.deleteMany({ where: marked.single })
  const { count: notifications } = await tx.notification.updateMany({
    where: { ...marked.single, readAt: { not: null } },
    data: { readAt: null },
  })
  return { subscriptions, deliveries, readMarks: inboxes + announcements + notifications }
}

/** Filters for an identity's read marks. `read_to` covers all networks, so a narrower scope does not include it. */
function marksOf({ account, networks }: Identity) {
  if (networks === null) return { all: { account }, single: { account } }
  // An empty OR matches nothing.
  return { all: { account, OR: [] }, single: { account, chainId: { in: [...networks] } } }
}

/** Returns an identity's read marks: `read_to`, and the newest `max` single ones of each kind. */
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
