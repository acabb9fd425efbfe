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

async function lock(
  tx: Transaction,
  space: keyof typeof spaces,
  names: readonly string[],
): Promise<void> {
  await tx.$queryRaw`
    SELECT count(pg_advisory_xact_lock(${spaces[space]}::int, key))::int AS locks
    FROM (
      SELECT DISTINCT hashtext(name) & ${locksPerSpace - 1}::int AS key
      FROM unnest(${[...names]}::text[]) AS name ORDER BY key
    ) AS keys`
}
