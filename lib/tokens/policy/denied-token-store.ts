import { type Address, nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import type { Transaction } from '@/lib/db/database'
import type { DeniedToken as DeniedTokenRow } from '@/prisma/generated/client'

/** A token that the operator does not serve on a network, and why. */
export type DeniedToken = {
  readonly chainId: number
  readonly address: Address
  readonly reason: string
  readonly createdAt: Date
}

/** What orders of a network may not name as a token, the native one included with its wrapped one. */
export async function listDeniedAddresses(db: Transaction, chainId: number): Promise<Address[]> {
  const rows = await db.deniedToken.findMany({ where: { chainId } })
  const denied = rows.map(({ address }) => address as Address)
  return denied.includes(getNetwork(chainId).wrappedNative) ? [...denied, nativeToken] : denied
}

/** All denied tokens, by network and address. */
export async function listDeniedTokens(db: Transaction): Promise<DeniedToken[]> {
  const rows = await db.deniedToken.findMany({ orderBy: [{ chainId: 'asc' }, { address: 'asc' }] })
  return rows.map(toDeniedToken)
}

/**
 * Puts a token on the deny list.
 *
 * @throws a unique violation (`isUniqueViolation`) when it is there already.
 */
export async function insertDeniedToken(tx: Transaction, token: DeniedToken): Promise<void> {
  await tx.deniedToken.create({ data: token })
}

/** Takes a token off the deny list; false when it was not there. */
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
