import { type Trade, toTrade } from '@/lib/chain-events/trade-query'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type OrderNotification, publicTypes, toOrderNotification } from '@/lib/core/notification'
import { selectColumns } from '@/lib/db/columns'
import type { Transaction } from '@/lib/db/database'
import type { OrderDetails } from '@/lib/orders/queries/order-details'
import {
  detailsColumns,
  detailsTables,
  type QuotedRow,
  quoteColumns,
  toQuotedDetails,
} from '@/lib/orders/queries/order-details-query'
import { type Notification as NotificationRow, Prisma } from '@/prisma/generated/client'
import type { DbSnapshot } from './db-snapshot'

/** Accounts of a network and the two snapshots to compare; `now` is the snapshot of the transaction. */
export type ChangeQuery = {
  readonly chainId: number
  readonly accounts: readonly Address[]
  readonly since: DbSnapshot
  readonly now: DbSnapshot
}

/** A row written since, with the id of the transaction that wrote it. */
export type Written<T> = { readonly value: T; readonly version: bigint }

/** Maximum notifications that a returning client can catch up on. */
export const maxMissed = 1_000

/** The 64-bit id of the transaction that wrote a row, restored from its `xmin`, the lower 32 bits. */
function versionOf(table: string, { now }: ChangeQuery): Prisma.Sql {
  const stored = Prisma.raw(`${table}.xmin::text::bigint`)
  return Prisma.sql`(${now.next}::bigint - ((${now.next}::bigint - ${stored}) % 4294967296))`
}

function isNew(table: string, query: ChangeQuery): Prisma.Sql {
  const version = versionOf(table, query)
  const { next, running } = query.since
  return Prisma.sql`(${version} >= ${next}::bigint OR ${version} = ANY(${running.map(String)}::bigint[]))`
}

/** The event stream is public. */
const isPublic = Prisma.raw(`n.type = ANY('{${publicTypes.join(',')}}'::notification_type[])`)
const notificationColumns = Prisma.raw(selectColumns('n', Prisma.NotificationScalarFieldEnum))

/**
 * Returns notifications of the accounts committed since `since`, which must be less than 45 seconds old: rows numbered
 * over a minute ago are not scanned, and no transaction lasts 15 seconds.
 */
export async function listNewNotifications(
  tx: Transaction,
  query: ChangeQuery,
): Promise<Written<NumberedNotification>[]> {
  const { chainId, accounts } = query
  const rows = await tx.$queryRaw<(NotificationRow & { version: bigint })[]>`
    SELECT ${notificationColumns}, ${versionOf('n', query)} AS version FROM notifications n
    WHERE n.account = ANY(${[...accounts]}::text[]) AND n.chain_id = ${chainId}
      AND n.sequence > COALESCE((
        SELECT sequence FROM notifications WHERE created_at < clock_timestamp() - interval '1 minute'
        ORDER BY sequence DESC LIMIT 1), 0)
      AND ${isPublic} AND ${isNew('n', query)}`
  return rows.map(toWritten)
}

/** Returns notifications of one account committed since any snapshot, among its newest {@link maxMissed}. */
export async function listMissedNotifications(
  tx: Transaction,
  query: ChangeQuery,
): Promise<Written<NumberedNotification>[]> {
  const { chainId, accounts } = query
  const rows = await tx.$queryRaw<(NotificationRow & { version: bigint })[]>`
    SELECT ${notificationColumns}, ${versionOf('n', query)} AS version
    FROM (
      SELECT *, xmin FROM notifications
      WHERE account = ANY(${[...accounts]}::text[]) AND chain_id = ${chainId}
      ORDER BY sequence DESC LIMIT ${maxMissed}
    ) AS n WHERE ${isPublic} AND ${isNew('n', query)}`
  return rows.map(toWritten)
}

/** A notification with its global sequence number. */
export type NumberedNotification = {
  readonly notification: OrderNotification
  readonly sequence: bigint
  /** Marking it as read rewrites the row, which must not send it again. */
  readonly isRead: boolean
}

function toWritten(row: NotificationRow & { version: bigint }): Written<NumberedNotification> {
  const { sequence, version, readAt } = row
  const value = { notification: toOrderNotification(row), sequence, isRead: readAt !== null }
  return { value, version }
}

const orderColumns = Prisma.raw(`${detailsColumns}, ${quoteColumns}`)
const orderTables = Prisma.raw(`${detailsTables} LEFT JOIN order_quotes q ON q.order_uid = o.uid`)

type OrderQuery = ChangeQuery & {
  /** Orders to check in addition to the open ones. */
  readonly named: readonly Hex[]
  /** Number of each account's newest orders to check, open or not. */
  readonly newest: number
}

/** Returns orders of the accounts written since, among the open, named and newest ones. */
export async function listChangedOrders(
  tx: Transaction,
  query: OrderQuery,
): Promise<Written<OrderDetails>[]> {
  const { chainId, newest } = query
  const accounts = [...query.accounts]
  const written = isNew('o', query)
  const rows = await tx.$queryRaw<(QuotedRow & { version: bigint })[]>`
    WITH changed AS (
      SELECT uid FROM orders o WHERE chain_id = ${chainId} AND owner = ANY(${accounts}::text[])
        AND status = 'open' AND ${written}
      UNION SELECT uid FROM orders o WHERE chain_id = ${chainId}
        AND onchain_sender = ANY(${accounts}::text[]) AND status = 'open' AND ${written}
      UNION SELECT uid FROM orders o WHERE uid = ANY(${[...query.named]}::text[])
        AND chain_id = ${chainId} AND ${written}
      UNION SELECT uid FROM unnest(${accounts}::text[]) AS a (account) CROSS JOIN LATERAL (
        SELECT uid, xmin FROM orders WHERE chain_id = ${chainId} AND owner = a.account
        ORDER BY created_at DESC, uid LIMIT ${newest}) AS o WHERE ${written}
    )
    SELECT ${orderColumns}, ${versionOf('o', query)} AS version
    FROM changed JOIN orders o ON o.uid = changed.uid ${orderTables}`
  return rows.map((row) => ({ value: toQuotedDetails(row), version: row.version }))
}

const tradeColumns = Prisma.raw(selectColumns('t', Prisma.TradeScalarFieldEnum))

/** Returns trades of these orders written since. */
export async function listNewTrades(
  tx: Transaction,
  query: ChangeQuery,
  uids: readonly Hex[],
): Promise<Written<Trade>[]> {
  if (uids.length === 0) return []
  const rows = await tx.$queryRaw<(Parameters<typeof toTrade>[0] & { version: bigint })[]>`
    SELECT ${tradeColumns}, ${versionOf('t', query)} AS version FROM trades t
    WHERE t.order_uid = ANY(${[...uids]}::text[]) AND t.chain_id = ${query.chainId}
      AND ${isNew('t', query)}`
  return rows.map((row) => ({ value: toTrade(row), version: row.version }))
}
