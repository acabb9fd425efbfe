import type { Transaction } from '@/lib/db/database'

/** Returns the subscriptions of all accounts to a browser with one of these digests, even a gone one, by id. */
export async function findPushSubscriptions(
  db: Transaction,
  targetKeys: readonly string[],
): Promise<readonly string[]> {
  const where = { channel: 'web_push' as const, targetKey: { in: [...targetKeys] } }
  const rows = await db.subscription.findMany({ where, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Deletes the endpoint and keys of a disabled push subscription; its deliveries stay. */
export async function deleteEndpoint(db: Transaction, id: string): Promise<void> {
  const where = { id, channel: 'web_push' as const, stoppedAt: { not: null } }
  await db.subscription.updateMany({ where, data: { target: null } })
}

type Replacement = {
  /** Digests of the endpoint; the first one is stored. */
  readonly targetKeys: readonly [string, ...string[]]
  /** Encrypted. */
  readonly target: string
}

/**
 * Replaces the encrypted endpoint of these subscriptions and returns their number. Subscriptions that were stopped
 * because the old endpoint was gone resume.
 */
export async function replaceTarget(
  tx: Transaction,
  ids: readonly string[],
  { targetKeys, target }: Replacement,
): Promise<number> {
  const [targetKey] = targetKeys
  const channel = 'web_push' as const
  const old = { channel, id: { in: [...ids] } }
  // A page may have added the new endpoint to the account already.
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
