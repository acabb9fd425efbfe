import type { Transaction } from '@/lib/db/database'

/** Ids of the subscriptions of all accounts to a browser with one of these digests, also where its endpoint was forgotten. */
export async function listPushed(
  db: Transaction,
  targetKeys: readonly string[],
): Promise<readonly string[]> {
  const where = { channel: 'web_push' as const, targetKey: { in: [...targetKeys] } }
  const rows = await db.subscription.findMany({ where, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Forgets the endpoint and the keys of a browser that was given up; what was sent there stays. */
export async function forgetEndpoint(db: Transaction, id: string): Promise<void> {
  const where = { id, channel: 'web_push' as const, stoppedAt: { not: null } }
  await db.subscription.updateMany({ where, data: { target: null } })
}

type Replacement = {
  /** Digests of the endpoint, the one to keep first. */
  readonly targetKeys: readonly [string, ...string[]]
  /** Sealed. */
  readonly target: string
}

/**
 * Puts a sealed endpoint in the place of that of these subscriptions, and returns how many have it then. What was given up because the old one was gone is taken up again.
 */
export async function replaceTarget(
  tx: Transaction,
  ids: readonly string[],
  { targetKeys, target }: Replacement,
): Promise<number> {
  const [targetKey] = targetKeys
  const channel = 'web_push' as const
  const old = { channel, id: { in: [...ids] } }
  // An account may have been told of the new endpoint by a page already.
  await tx.$executeRaw`
    DELETE FROM subscriptions s USING subscriptions old
    WHERE old.id = ANY(${[...ids]}::uuid[]) AND s.id <> ALL(${[...ids]}::uuid[])
      AND s.channel = 'web_push' AND s.target_key = ANY(${[...targetKeys]}::text[]) AND s.account = old.account
      AND s.networks IS NOT DISTINCT FROM old.networks`
  const fresh = { stoppedAt: null, stoppedReason: null, failingSince: null, lastError: null }
  const { count } = await tx.subscription.updateMany({
    where: old,
    data: { targetKey, target, ...fresh },
  })
  return count
}
