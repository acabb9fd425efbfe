import type { NewOrderNotification, OrderNotification } from '@/lib/core/notification'
import type { Transaction } from '@/lib/db/database'
import { closeDeliveries } from '@/lib/outbox/delivery-store'
import { correctionId, correctionOf, occurrenceId } from './notification-id'
import { findOrderNotifications, saveNotifications } from './notification-store'

/**
 * Saves notifications of facts that a reorg can undo: a corrected one is saved again under the id of its next
 * occurrence, a current one is skipped. Returns those saved.
 */
export async function saveFactNotifications(
  tx: Transaction,
  notifications: readonly NewOrderNotification[],
): Promise<readonly NewOrderNotification[]> {
  const newest = await findNewest(
    tx,
    notifications.map(({ id }) => id),
  )
  const unsaved = notifications.flatMap((notification) => {
    const { saved, id = notification.id } = newest.get(notification.id) ?? {}
    return saved ? [] : [{ ...notification, id }]
  })
  await saveNotifications(tx, unsaved)
  return unsaved
}

/**
 * Saves corrections of the notifications with these ids and closes their unsent deliveries. Ids without a current
 * notification are skipped.
 */
export async function saveCorrections(tx: Transaction, ids: readonly string[]): Promise<void> {
  const newest = await findNewest(tx, ids)
  const uncorrected = [...newest.values()].flatMap(({ saved }) => (saved ? [saved] : []))
  if (uncorrected.length === 0) return
  await saveNotifications(tx, uncorrected.map(correctionOf))
  await closeDeliveries(
    tx,
    uncorrected.map(({ id }) => id),
  )
}

/** The latest occurrence of a fact, saved or next to save. */
type Occurrence = { readonly id: string; readonly saved: OrderNotification | undefined }

async function findNewest(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Occurrence>> {
  const newest = new Map<string, Occurrence>()
  let open = [...new Set(ids)]
  for (let occurrence = 1; open.length > 0; occurrence++) {
    const current = open.map((id) => ({ base: id, id: occurrenceId(id, occurrence) }))
    const asked = current.flatMap(({ id }) => [id, correctionId(id)])
    const stored = await findOrderNotifications(tx, asked)
    const isCorrected = ({ id }: { id: string }) => stored.has(correctionId(id))
    for (const { base, id } of current) newest.set(base, { id, saved: stored.get(id) })
    open = current.filter(isCorrected).map(({ base }) => base)
  }
  return newest
}
