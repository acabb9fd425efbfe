import type { Transaction } from '@/lib/db/database'
import type { AffiliateEntry, CodeReservation } from './affiliate-store'

/** When something is done to a registration. */
type CodeChange = { readonly affiliateId: bigint; readonly at: Date }

/**
 * Switches a code off or on and remembers when; false when it stands so already or was freed. Of two that
 * do it at once one is first, and the switches tell of both in that order, whatever their clocks say.
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

/** Lets go of a registration's wallet, and of its code as far as `keptFor` says; false when it was so before. */
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

/** Changes who may bind a freed code that is kept; false when it is not. */
export async function updateKept(
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
 * Gives a wallet back a code that was freed; false when it was not freed. The code counts as switched off in
 * between, so that no trade of that time comes to count, whether it is decided or not.
 *
 * @throws {PrismaClientKnownRequestError} a unique violation when code or wallet are bound anew
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
