import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'

/** Notes that the reader of a mail address wants its mails, and returns the account; undefined: it was removed. */
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

/** The sealed secret of the links that end the mails of a subscription; undefined: there is no such one. */
export async function findMailSecret(db: Transaction, id: string): Promise<string | undefined> {
  const where = { id, channel: 'email' } as const
  const row = await db.subscription.findUnique({ where, select: { secret: true } })
  return row?.secret ?? undefined
}

/** Notes that the reader of a mail address wants no more mails; false when that is so already. */
export async function withdrawConfirmation(db: Transaction, id: string): Promise<boolean> {
  const { count } = await db.subscription.updateMany({
    where: { id, channel: 'email', confirmed: true },
    data: { confirmed: false },
  })
  return count > 0
}
