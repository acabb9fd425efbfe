import type { Address } from '@/lib/core/address'
import { networks } from '@/lib/core/networks'
import { selectColumns } from '@/lib/db/columns'
import { type Database, queryPrepared } from '@/lib/db/database'
import { type Notification as NotificationRow, Prisma } from '@/prisma/generated/client'
import { type InboxFilter, type InboxNotification, mostCounted, type UnreadCount } from './inbox'
import { notificationTypes } from './notification'
import { type NotificationPage, toNotification } from './notification-store'

const readTo = 'COALESCE((SELECT read_to FROM inboxes WHERE account = $1), 0)'
const isRead = `(n.read_at IS NOT NULL OR n.sequence <= ${readTo})`
const isUnread = `AND n.read_at IS NULL AND n.sequence > ${readTo}`
const isOlder = `n.account = $1 AND n.sequence < CASE
  WHEN $2::text IS NULL THEN 9223372036854775807
  ELSE (SELECT sequence FROM notifications WHERE id = $2 AND account = $1) END`
const columns = `${selectColumns('n', Prisma.NotificationScalarFieldEnum)}, ${isRead} AS "isRead"`

/** The part that decides which index finds the rows; $4 and $5 are what it is told besides. */
const wheres = {
  all: (and: string) => `SELECT ${columns} FROM notifications n
    WHERE ${isOlder} ${and} ORDER BY n.sequence DESC LIMIT $3`,
  // The newest of each type on each network, and the newest of these.
  kinds: (and: string) => `SELECT ${columns}
    FROM (
      SELECT newest.sequence
      FROM unnest($4::int[]) AS chain(id), unnest($5::notification_type[]) AS kind(type),
        LATERAL (
          SELECT n.sequence FROM notifications n
          WHERE n.chain_id = chain.id AND n.type = kind.type AND ${isOlder} ${and}
          ORDER BY n.sequence DESC LIMIT $3
        ) AS newest
      ORDER BY newest.sequence DESC LIMIT $3
    ) AS found
    JOIN notifications n ON n.sequence = found.sequence
    ORDER BY n.sequence DESC`,
  order: (and: string) => `SELECT ${columns} FROM notifications n
    WHERE n.order_uid = $4 AND (n.chain_id = ANY($5::int[])) AND n.type = ANY($6::notification_type[])
      AND ${isOlder} ${and}
    ORDER BY n.sequence DESC LIMIT $3`,
} as const

/** A page of an account's notifications, newest first; empty also when `before` names none of them. */
export async function listInbox(
  db: Database,
  account: Address,
  { limit, before, ...filter }: NotificationPage & InboxFilter,
): Promise<InboxNotification[]> {
  const { shape, values } = shapeOf(filter)
  const { unread } = filter
  const rows = await queryPrepared<NotificationRow & { isRead: boolean }>(db, {
    name: `inbox-${shape}${unread ? '-unread' : ''}`,
    text: wheres[shape](unread ? isUnread : ''),
    values: [account, before, limit, ...values],
  })
  return rows.map((row) => ({ ...toNotification(row), isRead: row.isRead }))
}

type Shape = { readonly shape: keyof typeof wheres; readonly values: readonly unknown[] }

function shapeOf({ types, chainId, orderUid }: InboxFilter): Shape {
  const kinds = [
    chainId === undefined ? networks.map((network) => network.chainId) : [chainId],
    [...new Set(types ?? notificationTypes)],
  ]
  if (orderUid) return { shape: 'order', values: [orderUid, ...kinds] }
  if (types || chainId !== undefined) return { shape: 'kinds', values: kinds }
  return { shape: 'all', values: [] }
}

/** How many notifications of an account are unread. */
export async function countUnread(db: Database, account: Address): Promise<UnreadCount> {
  const [row] = await queryPrepared<{ count: number }>(db, {
    name: 'inbox-count',
    text: `SELECT count(*)::int AS count FROM (
      SELECT 1 FROM notifications n WHERE n.account = $1 ${isUnread} LIMIT ${mostCounted + 1}
    ) AS counted`,
    values: [account],
  })
  const count = row?.count ?? 0
  return { unread: Math.min(count, mostCounted), more: count > mostCounted }
}
