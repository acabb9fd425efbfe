import { type Identity, reachedNetworks } from '@/lib/core/identity'
import { selectColumns } from '@/lib/db/columns'
import { type Database, queryPrepared } from '@/lib/db/database'
import { type Notification as NotificationRow, Prisma } from '@/prisma/generated/client'
import { type InboxFilter, type InboxNotification, mostCounted, type UnreadCount } from './inbox'
import { notificationTypes } from './notification'
import { type NotificationPage, toNotification } from './notification-store'

const readTo = 'COALESCE((SELECT read_to FROM inboxes WHERE account = $1), 0)'
const isRead = `(n.read_at IS NOT NULL OR n.sequence <= ${readTo})`
const isOlder = `n.sequence < CASE WHEN $2::text IS NULL THEN 9223372036854775807
  ELSE (SELECT sequence FROM notifications WHERE id = $2 AND account = $1) END`
const columns = `${selectColumns('n', Prisma.NotificationScalarFieldEnum)}, ${isRead} AS "isRead"`

/** Each type on each network: whatever is asked, an index holds just these rows in their order. */
const eachKind = 'unnest($4::int[]) AS chain(id), unnest($5::notification_type[]) AS kind(type)'
const ofKind = 'n.account = $1 AND n.chain_id = chain.id AND n.type = kind.type'

/** Rows by type and network: the newest of each kind, and the newest of these. */
const byKind = (and: string) => `SELECT ${columns}
  FROM (
    SELECT newest.sequence
    FROM ${eachKind}, LATERAL (
      SELECT n.sequence FROM notifications n WHERE ${ofKind} AND ${isOlder} ${and}
      ORDER BY n.sequence DESC LIMIT $3
    ) AS newest
    ORDER BY newest.sequence DESC LIMIT $3
  ) AS found
  JOIN notifications n ON n.sequence = found.sequence
  ORDER BY n.sequence DESC`

/** Rows of an order; said so that no index but that of orders seems to fit, however busy the account is. */
const byOrder = (and: string) => `SELECT ${columns} FROM notifications n
  WHERE n.order_uid = (SELECT $6::text) AND lower(n.account) = $1
    AND n.chain_id = ANY($4::int[]) AND n.type = ANY($5::notification_type[]) AND ${isOlder} ${and}
  ORDER BY n.sequence DESC LIMIT $3`

const isNew = `AND n.sequence > ${readTo}`
const statements = {
  all: { name: 'inbox', text: byKind('') },
  unread: { name: 'inbox-unread', text: byKind(`AND n.read_at IS NULL ${isNew}`) },
  order: { name: 'inbox-order', text: byOrder('') },
  orderUnread: {
    name: 'inbox-order-unread',
    text: byOrder(`AND COALESCE(n.read_at, '-infinity') = '-infinity' ${isNew}`),
  },
} as const

/** A page of the notifications of an account where it is reached, newest first; empty also when `before` names none of them. */
export async function listInbox(
  db: Database,
  { account, networks }: Identity,
  page: NotificationPage & InboxFilter,
): Promise<InboxNotification[]> {
  const { limit, before, types = notificationTypes, chainId, orderUid, unread } = page
  const reached = reachedNetworks(networks)
  const chainIds = reached.filter((id) => chainId === undefined || id === chainId)
  const values = [account, before, limit, chainIds, [...new Set(types)]]
  const ofOrder = unread ? statements.orderUnread : statements.order
  const ofKinds = unread ? statements.unread : statements.all
  const rows = await queryPrepared<NotificationRow & { isRead: boolean }>(
    db,
    orderUid ? { ...ofOrder, values: [...values, orderUid] } : { ...ofKinds, values },
  )
  return rows.map((row) => ({ ...toNotification(row), isRead: row.isRead }))
}

/** How many notifications of an account are unread where it is reached. */
export async function countUnread(
  db: Database,
  { account, networks }: Identity,
): Promise<UnreadCount> {
  const [row] = await queryPrepared<{ count: number }>(db, {
    name: 'inbox-count',
    text: `SELECT count(*)::int AS count FROM (
      SELECT FROM unnest($2::int[]) AS chain(id), unnest($3::notification_type[]) AS kind(type),
        LATERAL (
          SELECT FROM notifications n WHERE ${ofKind} AND n.read_at IS NULL ${isNew}
          ORDER BY n.sequence DESC LIMIT ${mostCounted + 1}
        ) AS found
      LIMIT ${mostCounted + 1}
    ) AS counted`,
    values: [account, reachedNetworks(networks), [...notificationTypes]],
  })
  const count = row?.count ?? 0
  return { unread: Math.min(count, mostCounted), more: count > mostCounted }
}
