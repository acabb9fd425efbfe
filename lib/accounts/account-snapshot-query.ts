import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { gather } from '@/lib/core/group-by'
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
import { type DbSnapshot, parseSnapshot } from './db-snapshot'
/** Accounts of a network. */
export type Accounts = { readonly chainId: number; readonly accounts: readonly Address[] }

type Listed<T> = ReadonlyMap<Address, readonly T[]>

const orderColumns = Prisma.raw(`${detailsColumns}, ${quoteColumns}`)
const orderTables = Prisma.raw(`${detailsTables} LEFT JOIN order_quotes q ON q.order_uid = o.uid`)

/** Returns the newest open orders that each account owns or placed on chain, newest first, at most `limit` each. */
export async function listOpenOrdersOf(
  tx: Transaction,
  { chainId, accounts }: Accounts,
  limit: number,
): Promise<Listed<OrderDetails>> {
  const rows = await tx.$queryRaw<(QuotedRow & { account: Address })[]>`
    SELECT asked.account, ${orderColumns}
    FROM unnest(${[...accounts]}::text[]) AS asked (account) CROSS JOIN LATERAL (
      SELECT uid FROM (
        SELECT uid, created_at FROM orders
        WHERE chain_id = ${chainId} AND owner = asked.account AND status = 'open'
        UNION ALL
        SELECT uid, created_at FROM orders
        WHERE chain_id = ${chainId} AND onchain_sender = asked.account AND owner <> asked.account
          AND status = 'open'
      ) AS either ORDER BY created_at DESC, uid LIMIT ${limit}
    ) AS page JOIN orders o ON o.uid = page.uid ${orderTables}
    ORDER BY o.created_at DESC, o.uid`
  return gather(rows.map((row) => [row.account, toQuotedDetails(row)]))
}

const notificationColumns = Prisma.raw(selectColumns('n', Prisma.NotificationScalarFieldEnum))

/** Returns the newest public notifications of each account on a network, newest first, at most `limit` each. */
export async function listNewestNotificationsOf(
  tx: Transaction,
  { chainId, accounts }: Accounts,
  limit: number,
): Promise<Listed<OrderNotification>> {
  const rows = await tx.$queryRaw<NotificationRow[]>`
    SELECT ${notificationColumns}
    FROM unnest(${[...accounts]}::text[]) AS asked (account) CROSS JOIN LATERAL (
      SELECT * FROM notifications WHERE account = asked.account AND chain_id = ${chainId}
        AND type = ANY(${[...publicTypes]}::notification_type[])
      ORDER BY sequence DESC LIMIT ${limit}
    ) AS n ORDER BY n.sequence DESC`
  return gather(rows.map((row) => [row.account as Address, toOrderNotification(row)]))
}

/** Returns open orders of these owners that await an on-chain signature. */
export async function listUnsignedOrdersOf(
  tx: Transaction,
  { chainId, accounts }: Accounts,
): Promise<{ uid: Hex; owner: Address }[]> {
  return tx.$queryRaw<{ uid: Hex; owner: Address }[]>`
    SELECT uid, owner FROM orders
    WHERE chain_id = ${chainId} AND owner = ANY(${[...accounts]}::text[]) AND status = 'open'
      AND NOT signed LIMIT 10000`
}

/**
 * The era of {@link DbSnapshot}: the server's identifier and its timeline, which every restore and promotion of a standby
 * increments.
 */
const era = Prisma.sql`substr(md5(
  (SELECT system_identifier FROM pg_control_system()) || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)), 1, 8)`

/** Reads the snapshot of the database or of a repeatable-read transaction. */
export async function readSnapshot(db: Transaction): Promise<DbSnapshot> {
  const [row] = await db.$queryRaw<{ now: string }[]>`
    SELECT ${era} || '.' || pg_current_snapshot() AS now`
  const snapshot = parseSnapshot(row?.now ?? '')
  if (!snapshot) throw new Error(`not a snapshot: ${row?.now}`)
  return snapshot
}
