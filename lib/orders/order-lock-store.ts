import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** An owner on a network. */
export type OwnerKey = { readonly chainId: number; readonly owner: Address }

/** Keep these locks apart from each other, and from other users of two-key advisory locks. */
const spaces = { order: 1, owner: 2 } as const

/**
 * Locks that all names of a space share. The server has room for some thousands, and whoever wants
 * to can name more uids than that on the chain within a few blocks.
 */
const locksPerSpace = 1024

/**
 * Lets one transaction at a time decide the state of these orders, also of those that are not placed
 * yet. Held until the transaction ends; taken in one sequence by everyone, so nobody deadlocks.
 */
export function lockOrders(tx: Transaction, uids: readonly Hex[]): Promise<void> {
  return lock(tx, 'order', uids)
}

/**
 * Lets one transaction at a time place limited orders of these owners, until it ends. Taken before any order
 * is locked and in one sequence by everyone, so nobody deadlocks.
 */
export function lockOwners(tx: Transaction, owners: readonly OwnerKey[]): Promise<void> {
  const names = owners.map(({ chainId, owner }) => `${chainId}:${owner}`)
  return lock(tx, 'owner', names)
}

/** The statement of {@link lockOrders}, whose parameter $1 are the uids, for one that does more. */
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
