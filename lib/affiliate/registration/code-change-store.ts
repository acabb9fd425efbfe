import type { Transaction } from '@/lib/db/database'
import type { AffiliateEntry, CodeReservation } from './affiliate-store'

/** The registration to change and the time of the change. */
type CodeChange = { readonly affiliateId: bigint; readonly at: Date }

/**
 * Enables or disables a code and records the time; returns false when already in that state or freed. Concurrent
 * changes are serialised, and their recorded times follow that order despite clock skew.
 */
export async function updateEnabled(
  tx: Transaction,
  { affiliateId, at, enabled }: CodeChange & { readonly enabled: boolean },
): Promise<boolean> {
  const { count } = await tx.affiliate.updateMany({
    where: { id: affiliateId, freedAt: null, enabled: !enabled },
    data: { enabled },
  })
  if (count === 0) return false
  await addSwitches(tx, affiliateId, [{ enabled, at }])
  return true
}

/** Frees the wallet of a registration and reserves its code as `keptFor` says; returns false when already freed. */
export async function updateFreed(
  tx: Transaction,
  { affiliateId, at, keptFor }: CodeChange & { readonly keptFor: CodeReservation },
): Promise<boolean> {
  const { count } = await tx.affiliate.updateMany({
    where: { id: affiliateId, freedAt: null },
    data: { freedAt: at, ...columnsOf(keptFor) },
  })
  return count === 1
}

/** Changes the reservation of a freed code; returns false when the code is not reserved. */
export async function updateReservation(
  tx: Transaction,
  { affiliateId, keptFor }: Pick<CodeChange, 'affiliateId'> & { readonly keptFor: CodeReservation },
): Promise<boolean> {
  const { count } = await tx.affiliate.updateMany({
    where: { id: affiliateId, freedAt: { not: null }, keepsCode: true },
    data: columnsOf(keptFor),
  })
  return count === 1
}

/**
 * Restores a freed registration; returns false when it was not freed. Records the code as disabled in between, so that
 * trades of that time never count.
 *
 * @throws {PrismaClientKnownRequestError} a unique violation when the code or wallet is registered again
 */
export async function updateRestored(
  tx: Transaction,
  { id, freedAt, enabled }: AffiliateEntry,
  at: Date,
): Promise<boolean> {
  const { count } = await tx.affiliate.updateMany({
    where: { id, freedAt: { not: null } },
    data: { freedAt: null, keepsCode: true, keptFor: null },
  })
  if (count === 0 || freedAt === undefined) return false
  const off = { enabled: false, at: freedAt }
  if (enabled) await addSwitches(tx, id, [off, { enabled, at }])
  return true
}

function columnsOf(keptFor: CodeReservation) {
  const isWallet = keptFor !== 'nobody' && keptFor !== 'anybody'
  return { keepsCode: keptFor !== 'anybody', keptFor: isWallet ? keptFor : null }
}

async function addSwitches(
  tx: Transaction,
  affiliateId: bigint,
  switches: readonly { readonly enabled: boolean; readonly at: Date }[],
): Promise<void> {
  const last = await tx.affiliateSwitch.findFirst({
    where: { affiliateId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
  let notBefore = last?.at
  for (const { enabled, at } of switches) {
    notBefore = notBefore && notBefore > at ? notBefore : at
    await tx.affiliateSwitch.create({ data: { affiliateId, enabled, at: notBefore } })
  }
}
