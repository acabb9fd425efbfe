import { type Address, nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import type { Transaction } from '@/lib/db/database'
import type { DeniedToken as DeniedTokenRow } from '@/prisma/generated/client'

/** A token that the operator does not serve on a network, with the reason. */
export type DeniedToken = {
  readonly chainId: number
  readonly address: Address
  readonly reason: string
  readonly createdAt: Date
}

/** Lists the token addresses that orders of a network may not use. The native token is denied with its wrapped one. */
export async function listDeniedAddresses(db: Transaction, chainId: number): Promise<Address[]> {
  const rows = await db.deniedToken.findMany({ where: { chainId } })
  const denied = rows.map(({ address }) => address as Address)
  return denied.includes(getNetwork(chainId).wrappedNative) ? [...denied, nativeToken] : denied
}

/** Lists all denied tokens, by network and address. */
export async function listDeniedTokens(db: Transaction): Promise<DeniedToken[]> {
  const rows = await db.deniedToken.findMany({ orderBy: [{ chainId: 'asc' }, { address: 'asc' }] })
  return rows.map(toDeniedToken)
}

/**
 * Adds a token to the deny list.
 *
 * @throws a unique violation (`isUniqueViolation`) when it is already on the list.
 */
export async function insertDeniedToken(tx: Transaction, token: DeniedToken): Promise<void> {
  await tx.deniedToken.create({ data: token })
}

/** Removes a token from the deny list; returns false when it was not on the list. */
export async function deleteDeniedToken(
  tx: Transaction,
  { chainId, address }: Pick<DeniedToken, 'chainId' | 'address'>,
): Promise<boolean> {
  const { count } = await tx.deniedToken.deleteMany({ where: { chainId, address } })
  return count > 0
}

function toDeniedToken(row: DeniedTokenRow): DeniedToken {
  return { ...row, address: row.address as Address }
}
