import { type Identity, type NetworkScope, networksBeyond } from '@/lib/core/identity'
import { Prisma } from '@/prisma/generated/client'

/**
 * Filters rows with `account` and `networks` to those within the scope of an identity; all others are invisible to it.
 */
export function within({ account, networks }: Identity) {
  if (networks === null) return { account }
  const further = [
    { networks: { equals: null } },
    { networks: { hasSome: [...networksBeyond(networks)] } },
  ]
  return { account, NOT: { OR: further } }
}

/** The SQL condition that a row's `networks` are within the scope, as in {@link within} without the account. */
export function reachIsWithin(networks: NetworkScope): Prisma.Sql {
  return networks === null ? Prisma.sql`true` : Prisma.sql`networks <@ ${[...networks]}::int[]`
}

/** Converts a column to a scope: Prisma returns an empty list for null, and the database stores no empty list. */
export function toReach(networks: readonly number[]): NetworkScope {
  return networks.length === 0 ? null : networks
}

/** Converts a scope for a Prisma write; an omitted column is null. */
export function reachColumn(networks: NetworkScope): { networks?: number[] } {
  return networks === null ? {} : { networks: [...networks] }
}
