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
  // An account may have been told of the new endpoint by a page already.
  await tx.$executeRaw`
    DELETE FROM subscriptions s USING subscriptions old
    WHERE old.id = ANY(${[...ids]}::uuid[]) AND s.id <> ALL(${[...ids]}::uuid[])
      AND s.channel = 'web_push' AND s.target_key = ${targetKey} AND s.account = old.account
      AND s.networks IS NOT DISTINCT FROM old.networks`
  const fresh = { stoppedAt: null, stoppedReason: null, failingSince: null, lastError: null }
  const { count } = await tx.subscription.updateMany({
    where: old,
    data: { targetKey, target, ...fresh },
  })
  return count
}
