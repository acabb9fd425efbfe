import type { Transaction } from '@/lib/db/database'

/** The subscriptions of all accounts that are pushed to an endpoint with one of these digests; targets are sealed. */
export function listPushed(
  db: Transaction,
  targetKeys: readonly string[],
): Promise<{ id: string; target: string }[]> {
  const where = { channel: 'web_push' as const, targetKey: { in: [...targetKeys] } }
  return db.subscription.findMany({ where, select: { id: true, target: true } })
}

/**
 * Puts a sealed endpoint in the place of that of these subscriptions, and returns how many have it then. What was given up because the old one was gone is taken up again.
 */
export async function replaceTarget(
  tx: Transaction,
  ids: readonly string[],
  { targetKey, target }: { readonly targetKey: string; readonly target: string },
): Promise<number> {
  const channel = 'web_push' as const
  const old = { channel, id: { in: [...ids] } }
  const rows = await tx.subscription.findMany({ where: old, select: { account: true } })
  const accounts = rows.map(({ account }) => account)
  // An account may have been told of the new endpoint by a page already.
  const already = { channel, targetKey, account: { in: accounts }, id: { notIn: [...ids] } }
  await tx.subscription.deleteMany({ where: already })
  const fresh = { stoppedAt: null, stoppedReason: null, failingSince: null, lastError: null }
  const { count } = await tx.subscription.updateMany({
    where: old,
    data: { targetKey, target, ...fresh },
  })
  return count
}
