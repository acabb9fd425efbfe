import type { Transaction } from '@/lib/db/database'

/** Whether any account has notifications pushed to an endpoint with one of these digests. */
export async function hasTarget(db: Transaction, targetKeys: readonly string[]): Promise<boolean> {
  const where = { channel: 'web_push' as const, targetKey: { in: [...targetKeys] } }
  return (await db.subscription.count({ where })) > 0
}

/**
 * Puts a sealed endpoint in the place of one with any of these digests, in all accounts, and returns how many
 * subscriptions have it then. What was given up because the old one was gone is taken up again.
 */
export async function replaceTarget(
  tx: Transaction,
  oldKeys: readonly string[],
  { targetKey, target }: { readonly targetKey: string; readonly target: string },
): Promise<number> {
  const channel = 'web_push' as const
  const old = { channel, targetKey: { in: [...oldKeys] } }
  const rows = await tx.subscription.findMany({ where: old, select: { account: true } })
  const accounts = rows.map(({ account }) => account)
  // An account may have been told of the new endpoint by a page already.
  const already = { channel, targetKey, account: { in: accounts } }
  if (!oldKeys.includes(targetKey)) await tx.subscription.deleteMany({ where: already })
  const fresh = { stoppedAt: null, stoppedReason: null, failingSince: null, lastError: null }
  const { count } = await tx.subscription.updateMany({
    where: old,
    data: { targetKey, target, ...fresh },
  })
  return count
}
