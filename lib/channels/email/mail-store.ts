import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'

/** Confirms a mail subscription and returns its account; undefined when it was deleted. */
export async function confirmSubscription(
  db: Transaction,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<Address | undefined> {
  const where = { id, channel: 'email' } as const
  const fresh = { stoppedAt: null, stoppedReason: null, failingSince: null }
  const data = { confirmed: true, agreedAt: at, ...fresh }
  await db.subscription.updateMany({ where: { ...where, confirmed: false }, data })
  const row = await db.subscription.findUnique({ where, select: { account: true } })
  return row?.account as Address | undefined
}

/** Returns the encrypted secret of a subscription's unsubscribe links. */
export async function findMailSecret(db: Transaction, id: string): Promise<string | undefined> {
  const where = { id, channel: 'email' } as const
  const row = await db.subscription.findUnique({ where, select: { secret: true } })
  return row?.secret ?? undefined
}

/** Withdraws the confirmation of a mail subscription; false when it is not confirmed. */
export async function withdrawConfirmation(db: Transaction, id: string): Promise<boolean> {
  const { count } = await db.subscription.updateMany({
    where: { id, channel: 'email', confirmed: true },
    data: { confirmed: false },
  })
  return count > 0
}
