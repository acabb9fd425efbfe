import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** An owner on a network. */
export type OwnerKey = { readonly chainId: number; readonly owner: Address }

/** Advisory lock classes, distinct from each other and from other users of two-key advisory locks. */
const spaces = { order: 1, owner: 2 } as const

/**
 * Names are hashed onto this many locks per class. The server's lock table holds only a few thousand entries, and
 * anyone can mention more uids than that on chain within a few blocks.
 */
const locksPerSpace = 1024

/**
 * Serialises state changes of these orders, including orders not yet placed, until the transaction ends. All callers
 * acquire the locks in the same sequence, so they cannot deadlock.
 */
export function lockOrders(tx: Transaction, uids: readonly Hex[]): Promise<void> {
  return lock(tx, 'order', uids)
}

/**
 * Serialises placements of limited orders by these owners until the transaction ends. Must be acquired before any order
 * lock; all callers use the same sequence, so they cannot deadlock.
 */
export function lockOwners(tx: Transaction, owners: readonly OwnerKey[]): Promise<void> {
  const names = owners.map(({ chainId, owner }) => `${chainId}:${owner}`)
  return lock(tx, 'owner', names)
}

/** The SQL of {@link lockOrders} for use within a larger statement; parameter $1 is the uids. */
export const lockingOfOrders = locking('order')

async function lock(
  tx: Transaction,
  space: keyof typeof spaces,
  names: readonly string[],
): Promise<void> {
  await tx.$queryRawUnsafe(locking(space), names)
}

function locking(space: keyof typeof spaces): string {
  return `SELECT count(pg_advisory_xact_lock(${spaces[space]}, key))::int AS locks
    FROM (
      SELECT DISTINCT hashtext(name) & ${locksPerSpace - 1} AS key
      FROM unnest($1::text[]) AS name ORDER BY key
    ) AS keys`
}
