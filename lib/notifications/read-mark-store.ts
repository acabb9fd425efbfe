import { type Identity, networksInScope } from '@/lib/core/identity'
import type { QueryPrepared, Transaction } from '@/lib/db/database'
import type { Marking } from './inbox'

/** Maximum notifications marked one by one when all are marked, newest first. */
const maxSingle = 10_000

type MarkSome = { readonly identity: Identity; readonly ids: readonly string[]; readonly at: Date }

/** Marks notifications of the identity as read; others, and those already read, stay unchanged. */
export async function updateRead(db: Transaction, { identity, ids, at }: MarkSome): Promise<void> {
  await db.notification.updateMany({
    where: { ...ownedBy(identity), id: { in: [...ids] }, readAt: null },
    data: { readAt: at },
  })
}

type MarkAll = {
  readonly identity: Identity
  /** The newest notification to mark; all by default. */
  readonly upTo: string | undefined
  readonly at: Date
}

/**
 * Marks the notifications of an identity as read up to one of them; undefined when `upTo` is unknown.
 *
 * Sequence numbers become visible late: an open transaction may hold a lower number than any visible one. So `read_to`
 * only passes rows older than any open transaction can be (15 s); newer visible rows are marked one by one. `read_to`
 * covers all networks of the account: an identity with a narrower scope leaves it unchanged and marks one by one, at
 * most the newest ten thousand.
 */
export async function updateReadTo(
  query: QueryPrepared,
  { identity: { account, networks }, upTo, at }: MarkAll,
): Promise<Marking | undefined> {
  const [inbox] = await query<{ readTo: string }>({ ...locking, values: [account] })
  const before = BigInt(inbox?.readTo ?? 0)
  const values = [account, networksInScope(networks), before, at, networks === null]
  const [marked] = await query<{ top: string | null; after: string }>(
    upTo === undefined
      ? { ...statements.all, values }
      : { ...statements.upTo, values: [...values, upTo] },
  )
  if (marked?.top) {
    return { before, after: BigInt(marked.after), top: BigInt(marked.top), atMs: at.getTime() }
  }
  if (upTo !== undefined) return undefined
  return { before, after: before, top: before, atMs: at.getTime() }
}

/** Returns the account's `read_to` and locks it until the transaction ends. */
const locking = {
  name: 'lock-inbox',
  text: `INSERT INTO inboxes (account, read_to) VALUES ($1, 0)
    ON CONFLICT (account) DO UPDATE SET read_to = inboxes.read_to RETURNING read_to AS "readTo"`,
} as const

const ofAccount = 'FROM notifications WHERE account = $1'
const reached = 'chain_id = ANY($2::int[])'
const newest = 'ORDER BY sequence DESC LIMIT'

/** Its snapshot is newer than the lock. `settled` is the newest number below which no row can still become visible. */
const markText = (and: string) => `WITH top AS (
    SELECT sequence ${ofAccount} AND ${reached} ${and} ${newest} 1
  ), settled AS (
    SELECT sequence ${ofAccount} AND $5::boolean
      AND sequence <= (SELECT sequence FROM top) AND sequence > $3::bigint
      AND created_at < clock_timestamp() - interval '1 minute'
    ${newest} 1
  ), after AS (
    SELECT COALESCE((SELECT sequence FROM settled), $3::bigint) AS sequence
  ), passed AS (
    UPDATE inboxes SET read_to = after.sequence FROM after
    WHERE account = $1 AND read_to < after.sequence
  ), marked AS (
    UPDATE notifications SET read_at = $4 WHERE sequence IN (
      SELECT sequence ${ofAccount} AND ${reached} AND read_at IS NULL
        AND sequence > (SELECT sequence FROM after) AND sequence <= (SELECT sequence FROM top)
      ${newest} ${maxSingle})
  )
  SELECT (SELECT sequence FROM top) AS top, (SELECT sequence FROM after) AS after`

const statements = {
  all: { name: 'mark-all', text: markText('') },
  upTo: { name: 'mark-up-to', text: markText('AND id = $6') },
} as const

/** Undoes {@link updateReadTo}, unless more has been marked since. */
export async function undoReadTo(
  tx: Transaction,
  identity: Identity,
  { before, after, top, atMs }: Marking,
): Promise<void> {
  const { account, networks } = identity
  if (networks === null) {
    await tx.inbox.updateMany({ where: { account, readTo: after }, data: { readTo: before } })
  }
  await tx.notification.updateMany({
    where: { ...ownedBy(identity), sequence: { gt: after, lte: top }, readAt: new Date(atMs) },
    data: { readAt: null },
  })
}

const ownedBy = ({ account, networks }: Identity) => ({
  account,
  ...(networks === null ? {} : { chainId: { in: [...networks] } }),
})

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
