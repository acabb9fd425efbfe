import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import type { Transaction } from '@/lib/db/database'

/** Saves why no solver competes for open orders, in one statement; undefined clears the reason. */
export async function saveExclusions(
  tx: Transaction,
  exclusions: ReadonlyMap<Hex, Exclusion | undefined>,
): Promise<void> {
  if (exclusions.size === 0) return
  const rows = [...exclusions].map(([uid, exclusion]) => ({ uid, exclusion: exclusion ?? null }))
  await tx.$executeRaw`
    UPDATE orders o SET exclusion = nullif(n.exclusion, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (uid text, exclusion jsonb)
    WHERE o.uid = n.uid AND o.status = 'open'`
}

/** Saves one reason for all open orders of a network without placement error; skips those that have it already. */
export async function excludeAll(
  tx: Transaction,
  chainId: number,
  exclusion: Exclusion,
): Promise<void> {
  const value = JSON.stringify(exclusion)
  await tx.$executeRaw`
    UPDATE orders SET exclusion = ${value}::jsonb
    WHERE chain_id = ${chainId} AND status = 'open' AND placement_error IS NULL
      AND exclusion IS DISTINCT FROM ${value}::jsonb`
}
