import type { Transaction } from '@/lib/db/database'
import { addDeliveryJobs, retractedError } from '@/lib/notifications/delivery-job-store'

/** Result of a request to retry a dead delivery. */
export type Revival = 'revived' | 'not-dead' | 'taken-back' | 'stopped' | 'forgotten'

/**
 * Makes a dead delivery due with a full set of attempts. Changes nothing when it is not dead, its endpoint is disabled,
 * or its notification was retracted.
 */
export async function reviveDelivery(
  tx: Transaction,
  { id, at }: { readonly id: bigint; readonly at: Date },
): Promise<Revival> {
  const row = await tx.delivery.findUnique({
    where: { id, state: 'dead' },
    select: {
      subscriptionId: true,
      lastError: true,
      subscription: { select: { stoppedAt: true, target: true } },
    },
  })
  if (!row) return 'not-dead'
  if (row.lastError === retractedError) return 'taken-back'
  if (row.subscription.target === null) return 'forgotten'
  if (row.subscription.stoppedAt) return 'stopped'
  // A retraction may commit concurrently.
  const isToldOn = [{ lastError: null }, { lastError: { not: retractedError } }]
  const { count } = await tx.delivery.updateMany({
    where: { id, state: 'dead', OR: isToldOn },
    data: { state: 'waiting', attempts: 0, dueAt: at, lastError: null },
  })
  if (count === 0) return 'not-dead'
  await addDeliveryJobs(tx, [row.subscriptionId])
  return 'revived'
}

/** Makes a failed, waiting delivery due now; its attempts keep counting. False when it no longer waits. */
export async function expediteDelivery(
  tx: Transaction,
  { id, subscriptionId, at }: { id: bigint; subscriptionId: string; at: Date },
): Promise<boolean> {
  const where = { id, state: 'waiting', attempts: { gt: 0 } } as const
  const { count } = await tx.delivery.updateMany({ where, data: { dueAt: at } })
  if (count === 0) return false
  await addDeliveryJobs(tx, [subscriptionId])
  return true
}

/**
 * Reschedules all untried deliveries of a subscription under its new settings. Call it in the transaction that changes
 * its quiet hours or digest, or enables it.
 */
export async function rescheduleWaiting(
  tx: Transaction,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<void> {
  const { count } = await tx.delivery.updateMany({
    where: { subscriptionId: id, state: 'waiting', attempts: 0 },
    data: { dueAt: at },
  })
  if (count > 0) await addDeliveryJobs(tx, [id])
}
