import { type Identity, networksInScope } from '@/lib/core/identity'
import { type NotificationRow, notificationTypes, toNotification } from '@/lib/core/notification'
import { selectColumns } from '@/lib/db/columns'
import { type Database, queryPrepared } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import type { InboxAnnouncement } from './announcement'
import { type AnnouncedRow, announcedText, marksOf, toAnnounced } from './announcement-store'
import { type InboxFilter, type InboxNotification, maxCounted, type UnreadCount } from './inbox'
import type { NotificationPage } from './notification-store'

/** A page of an inbox, its total unread count, and the announcements. */
export type Inbox = UnreadCount & {
  readonly notifications: readonly InboxNotification[]
  readonly announcements: readonly InboxAnnouncement[]
}

// Every parameter is read through a subquery, so that PostgreSQL uses a generic plan: planning takes longer than
// reading.
const account = '(SELECT $1::text)'
const readTo = `(SELECT COALESCE((SELECT read_to FROM inboxes WHERE account = $1), 0))`
const isNew = `n.sequence > ${readTo}`
const reachedChains = '(SELECT $2::int[])'
const max = '(SELECT $3::int)'
const chains = '(SELECT $4::int[])'
const types = '(SELECT $5::notification_type[])'
const isOlder = `n.sequence < (SELECT CASE WHEN (SELECT $6::text) IS NULL THEN 9223372036854775807
  ELSE (SELECT sequence FROM notifications WHERE id = (SELECT $6::text) AND account = $1) END)`

const { sequence: _sequence, readAt: _readAt, ...shown } = Prisma.NotificationScalarFieldEnum
const columns = `${selectColumns('n', shown)},
  (n.read_at IS NOT NULL OR n.sequence <= ${readTo}) AS "isRead"`

/** Selects by type and network: an index returns the newest rows of each kind in order, which are then merged. */
const byKind = (and: string) => `SELECT ${columns}
  FROM (
    SELECT newest.sequence
    FROM unnest(${chains}) AS chain(id), unnest(${types}) AS kind(type), LATERAL (
      SELECT n.sequence FROM notifications n
      WHERE n.account = ${account} AND n.chain_id = chain.id AND n.type = kind.type AND ${isOlder} ${and}
      ORDER BY n.sequence DESC LIMIT ${max}
    ) AS newest
    ORDER BY newest.sequence DESC LIMIT ${max}
  ) AS found
  JOIN notifications n ON n.sequence = found.sequence
  ORDER BY n.sequence DESC`

/** Selects by order; `lower(n.account)` keeps the planner on the index of orders, however busy the account is. */
const byOrder = (and: string) => `SELECT ${columns} FROM notifications n
  WHERE n.order_uid = (SELECT $9::text) AND lower(n.account) = ${account}
    AND n.chain_id = ANY(${chains}::int[]) AND n.type = ANY(${types}::notification_type[]) AND ${isOlder} ${and}
  ORDER BY n.sequence DESC LIMIT ${max}`

const allTypes = `unnest('{${notificationTypes.join(',')}}'::notification_type[])`
const count = `SELECT count(*)::int FROM (
    SELECT FROM unnest(${reachedChains}) AS chain(id), ${allTypes} AS kind(type), LATERAL (
      SELECT FROM notifications n
      WHERE n.account = ${account} AND n.chain_id = chain.id AND n.type = kind.type
        AND n.read_at IS NULL AND ${isNew}
      ORDER BY n.sequence DESC LIMIT ${maxCounted + 1}
    ) AS found
    LIMIT ${maxCounted + 1}
  ) AS counted`

const announced = announcedText({ account: '$1', at: '(SELECT $7::timestamptz)', marks: '$8' })
const withPage = (page: string) => `SELECT (${count}) AS count,
  (SELECT json_agg(page) FROM (${page}) AS page) AS notifications,
  (SELECT json_agg(announced) FROM (${announced}) AS announced) AS announcements`

const statements = {
  all: { name: 'inbox', text: withPage(byKind('')) },
  unread: { name: 'inbox-unread', text: withPage(byKind(`AND n.read_at IS NULL AND ${isNew}`)) },
  order: { name: 'inbox-order', text: withPage(byOrder('')) },
  orderUnread: {
    name: 'inbox-order-unread',
    text: withPage(byOrder(`AND COALESCE(n.read_at, '-infinity') = '-infinity' AND ${isNew}`)),
  },
} as const

type InboxRow = {
  readonly count: number
  readonly notifications: readonly (NotificationRow & { readonly isRead: boolean })[] | null
  readonly announcements: readonly AnnouncedRow[] | null
}

/**
 * Returns a page of an identity's inbox at a time, newest first, in one statement; no notifications when `before` is
 * unknown.
 */
export async function getInboxPage(
  db: Database,
  { account, networks }: Identity,
  page: NotificationPage & InboxFilter & { readonly at: Date },
): Promise<Inbox> {
  const { limit, before, types = notificationTypes, chainId, orderUid, unread, at } = page
  const reached = networksInScope(networks)
  const chainIds = reached.filter((id) => chainId === undefined || id === chainId)
  const asked = [account, reached, limit, chainIds, [...new Set(types)]]
  const values = [...asked, before, at, marksOf(networks)]
  const ofOrder = unread ? statements.orderUnread : statements.order
  const ofKinds = unread ? statements.unread : statements.all
  const [row] = await queryPrepared<InboxRow>(
    db,
    orderUid ? { ...ofOrder, values: [...values, orderUid] } : { ...ofKinds, values },
  )
  const notifications = row?.notifications ?? []
  return {
    ...toCount(row?.count ?? 0),
    notifications: notifications.map((one) => ({ ...toNotification(one), isRead: one.isRead })),
    announcements: (row?.announcements ?? []).map(toAnnounced),
  }
}

/** Counts the unread notifications of an identity. */
export async function countUnread(
  db: Database,
  { account, networks }: Identity,
): Promise<UnreadCount> {
  const statement = { name: 'inbox-count', text: `SELECT (${count}) AS count` }
  const values = [account, networksInScope(networks)]
  const [row] = await queryPrepared<{ count: number }>(db, { ...statement, values })
  return toCount(row?.count ?? 0)
}

function toCount(count: number): UnreadCount {
  return { unread: Math.min(count, maxCounted), more: count > maxCounted }
}
