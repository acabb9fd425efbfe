import type { Transaction } from '@/lib/db/database'

/** Returns those of `ids` that are auctions of this service on a network. */
export async function listIssuedAuctions(
  tx: Transaction,
  chainId: number,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const auctions = await tx.auction.findMany({
    where: { chainId, id: { in: [...ids] } },
    select: { id: true },
  })
  return new Set(auctions.map(({ id }) => id))
}
