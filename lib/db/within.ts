import { type Identity, type NetworkScope, networksOutsideScope } from '@/lib/core/identity'
import { Prisma } from '@/prisma/generated/client'

/**
 * Filters rows with `account` and `networks` to those within the scope of an identity; all others are invisible to it.
 */
export function within({ account, networks }: Identity) {
  if (networks === null) return { account }
  const outside = [
    { networks: { equals: null } },
    { networks: { hasSome: [...networksOutsideScope(networks)] } },
  ]
  return { account, NOT: { OR: outside } }
}

/** The SQL condition that a row's `networks` are within the scope, as in {@link within} without the account. */
export function isWithinScope(networks: NetworkScope): Prisma.Sql {
  return networks === null ? Prisma.sql`true` : Prisma.sql`networks <@ ${[...networks]}::int[]`
}

/** Converts a column to a scope: Prisma returns an empty list for null, and the database stores no empty list. */
export function toScope(networks: readonly number[]): NetworkScope {
  return networks.length === 0 ? null : networks
}

/** Converts a scope for a Prisma write; an omitted column is null. */
export function scopeColumn(networks: NetworkScope): { networks?: number[] } {
  return networks === null ? {} : { networks: [...networks] }
}
