import type { Address } from '@/lib/core/address'
import { type Identity, networksInScope } from '@/lib/core/identity'
import {
  type NewNotification,
  type Notification,
  type OrderNotification,
  publicTypes,
  toNotification,
  toOrderNotification,
} from '@/lib/core/notification'
import type { Transaction } from '@/lib/db/database'
import { createDeliveries } from '@/lib/outbox/delivery-store'

/**
 * Saves notifications in the given order, with deliveries for the new ones. Existing ids are skipped, so saving twice
 * changes nothing. Returns the ids of the new ones.
 *
 * Call it in the transaction that writes the facts.
 */
export async function saveNotifications(
  tx: Transaction,
  notifications: readonly NewNotification[],
): Promise<string[]> {
  if (notifications.length === 0) return []
  const rows = JSON.stringify(notifications)
  const inserted = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO notifications (id, chain_id, account, type, message, metadata, order_uid, created_at)
    SELECT n->>'id', (n->>'chainId')::int, n->>'account', (n->>'type')::notification_type,
      n->>'message', n->'metadata', n->>'orderUid', clock_timestamp()
    FROM jsonb_array_elements(${rows}::jsonb) WITH ORDINALITY AS list(n, position)
    ORDER BY position
    ON CONFLICT DO NOTHING
    RETURNING id`
  const ids = inserted.map(({ id }) => id)
  if (ids.length > 0) await createDeliveries(tx, ids)
  return ids
}

/** A page of an account's notifications. */
export type NotificationPage = {
  readonly limit: number
  /** Only notifications older than this id. */
  readonly before?: string | undefined
}

/** Returns an account's public notifications, newest first; undefined when `before` names none of them. */
export async function listNotifications(
  db: Transaction,
  account: Address,
  { limit, before }: NotificationPage,
): Promise<OrderNotification[] | undefined> {
  const ofAccount = { account, type: { in: [...publicTypes] } }
  const border = before
    ? await db.notification.findFirst({
        where: { id: before, ...ofAccount },
        select: { sequence: true },
      })
    : undefined
  if (border === null) return undefined
  const rows = await db.notification.findMany({
    where: { ...ofAccount, ...(border ? { sequence: { lt: border.sequence } } : {}) },
    orderBy: { sequence: 'desc' },
    take: limit,
  })
  return rows.map(toOrderNotification)
}

/** Returns the notifications among `ids`, by id. */
export async function findNotifications(
  db: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Notification>> {
  if (ids.length === 0) return new Map()
  const rows = await db.notification.findMany({ where: { id: { in: [...ids] } } })
  return new Map(rows.map((row) => [row.id, toNotification(row)]))
}

/** Returns the notifications about orders among `ids`, by id. */
export async function findOrderNotifications(
  db: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderNotification>> {
  if (ids.length === 0) return new Map()
  const rows = await db.notification.findMany({ where: { id: { in: [...ids] } } })
  return new Map(rows.map((row) => [row.id, toOrderNotification(row)]))
}

/**
 * Deletes notifications created before a time, with their deliveries, and returns their number. Looks at the oldest ones, at
 * most `limit`; several processes may call it at once.
 */
export async function deleteOldNotifications(
  db: Transaction,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  // In the order of their sequence, which is about that of their creation and needs no index of its own.
  return db.$executeRaw`
    DELETE FROM notifications WHERE sequence = ANY(ARRAY(
      SELECT sequence FROM notifications WHERE created_at < ${before} AND sequence = ANY(ARRAY(
        SELECT sequence FROM notifications ORDER BY sequence LIMIT ${limit}))
      FOR UPDATE SKIP LOCKED))`
}

/** Deletes the notifications of an identity that are not public, with their deliveries. */
export async function deletePrivateNotifications(
  tx: Transaction,
  { account, networks }: Identity,
): Promise<void> {
  const chainId = { in: [...networksInScope(networks)] }
  const type = { notIn: [...publicTypes] }
  await tx.notification.deleteMany({ where: { account, chainId, type } })
}
