import { type Address, nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import type { Transaction } from '@/lib/db/database'

/** A token that the operator does not serve on a network, and why. */
export type DeniedToken = {
  readonly chainId: number
  readonly address: Address
  readonly reason: string
  readonly createdAt: Date
}

/**
 * The first denied one of these tokens; the native token counts as denied with its wrapped one, because
 * that is what orders in it trade.
 */
export async function findDeniedToken(
  db: Transaction,
  chainId: number,
  addresses: readonly Address[],
): Promise<DeniedToken | undefined> {
  const [denied] = await listDeniedTokens(db, { chainId, addresses })
  return denied
}

/** The denied tokens, by network and address: all of them, or those of a network or among `addresses`. */
export async function listDeniedTokens(
  db: Transaction,
  only: { readonly chainId?: number; readonly addresses?: readonly Address[] } = {},
): Promise<DeniedToken[]> {
  const { chainId, addresses } = only
  const rows = await db.deniedToken.findMany({
    where: {
      ...(chainId === undefined ? {} : { chainId }),
      ...(addresses ? { address: { in: tradedAddresses(addresses, chainId) } } : {}),
    },
    orderBy: [{ chainId: 'asc' }, { address: 'asc' }],
  })
  return rows.map((row) => ({ ...row, address: row.address as Address }))
}

/** Denies a token, or gives the denied one another reason. */
export async function saveDeniedToken(
  tx: Transaction,
  token: Pick<DeniedToken, 'chainId' | 'address' | 'reason'> & { readonly createdAt: Date },
): Promise<void> {
  const { chainId, address, reason } = token
  await tx.deniedToken.upsert({
    where: { chainId_address: { chainId, address } },
    create: token,
    update: { reason },
  })
}

/** Takes a token off the deny list. */
export async function deleteDeniedToken(
  tx: Transaction,
  { chainId, address }: Pick<DeniedToken, 'chainId' | 'address'>,
): Promise<void> {
  await tx.deniedToken.deleteMany({ where: { chainId, address } })
}

function tradedAddresses(addresses: readonly Address[], chainId: number | undefined): Address[] {
  if (chainId === undefined || !addresses.includes(nativeToken)) return [...addresses]
  return [...addresses, getNetwork(chainId).wrappedNative]
}
