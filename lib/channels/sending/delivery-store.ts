import type { Transaction } from '@/lib/db/database'
import { addDeliveryJobs, takenBack } from '@/lib/notifications/delivery-job-store'

/** What came of a wish to send a dead delivery again. */
export type Revival = 'revived' | 'not-dead' | 'taken-back' | 'stopped' | 'forgotten'

/**
 * Makes a dead delivery due again with all its attempts; nothing changes when it is not dead, when its receiver was
 * given up and not taken up again, or when its notification was taken back.
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
  if (row.lastError === takenBack) return 'taken-back'
  if (row.subscription.target === null) return 'forgotten'
  if (row.subscription.stoppedAt) return 'stopped'
  // It may be taken back at this moment.
  const isToldOn = [{ lastError: null }, { lastError: { not: takenBack } }]
  const { count } = await tx.delivery.updateMany({
    where: { id, state: 'dead', OR: isToldOn },
    data: { state: 'waiting', attempts: 0, dueAt: at, lastError: null },
  })
  if (count === 0) return 'not-dead'
  await addDeliveryJobs(tx, [row.subscriptionId])
  return 'revived'
}

/**
 * Makes a delivery of a subscription due that has failed before and waits for its next attempt; its attempts count on.
 * False when it does not wait any more.
 */
export async function hastenDelivery(
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
 * Has all that waits for a subscription sent by its newest settings: call it in the transaction that changes its quiet
 * hours or digest, or switches it on.
 */
export async function wakeSubscription(
  tx: Transaction,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<void> {
  const { count } = await tx.delivery.updateMany({
    where: { subscriptionId: id, state: 'waiting', attempts: 0 },
    data: { dueAt: at },
  })
  if (count > 0) await addDeliveryJobs(tx, [id])
}
