import type { Transaction } from '@/lib/db/database'

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
  const last = await tx.affiliateSwitch.findFirst({
    where: { affiliateId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
  const notBefore = last && last.at > at ? last.at : at
  await tx.affiliateSwitch.create({ data: { affiliateId, enabled, at: notBefore } })
  return true
}

/** Lets go of a registration's wallet and code; false when they were before. */
export async function updateFreed(
  tx: Transaction,
  { affiliateId, at }: CodeChange,
): Promise<boolean> {
  const { count } = await tx.affiliate.updateMany({
    where: { id: affiliateId, freedAt: null },
    data: { freedAt: at, keepsCode: false },
  })
  return count === 1
}
