import type { Identity } from '@/lib/core/identity'
import type { Transaction } from '@/lib/db/database'

/** Deletes all read marks of an identity and returns their number; the notifications stay. */
export async function deleteReadMarks(tx: Transaction, identity: Identity): Promise<number> {
  const marked = marksOf(identity)
  const { count: inboxes } = await tx.inbox.deleteMany({ where: marked.all })
  const { count: announcements } = await tx.announcementRead.deleteMany({ where: marked.single })
  const { count: notifications } = await tx.notification.updateMany({
    where: { ...marked.single, readAt: { not: null } },
    data: { readAt: null },
  })
  return inboxes + announcements + notifications
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

/** Filters for an identity's read marks. `read_to` covers all networks, so a narrower scope does not include it. */
function marksOf({ account, networks }: Identity) {
  if (networks === null) return { all: { account }, single: { account } }
  // An empty OR matches nothing.
  return { all: { account, OR: [] }, single: { account, chainId: { in: [...networks] } } }
}
