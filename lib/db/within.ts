import { type Identity, type NetworkScope, networksBeyond } from '@/lib/core/identity'
import { Prisma } from '@/prisma/generated/client'

/**
 * Of rows with an `account` and its `networks`: those of an identity that reach no further than it does. To an
 * identity all others are as if they were not there.
 */
export function within({ account, networks }: Identity) {
  if (networks === null) return { account }
  const further = [
    { networks: { equals: null } },
    { networks: { hasSome: [...networksBeyond(networks)] } },
  ]
  return { account, NOT: { OR: further } }
}

/** Whether a row's `networks` are all reached, in SQL; what {@link within} asks besides the account. */
export function reachIsWithin(networks: NetworkScope): Prisma.Sql {
  return networks === null ? Prisma.sql`true` : Prisma.sql`networks <@ ${[...networks]}::int[]`
}

/** The reach that a column holds: Prisma gives a list for null too, and the database keeps none that is empty. */
export function toReach(networks: readonly number[]): NetworkScope {
  return networks.length === 0 ? null : networks
}

/** A reach for Prisma to write: what is left out is null. */
export function reachColumn(networks: NetworkScope): { networks?: number[] } {
  return networks === null ? {} : { networks: [...networks] }
}
