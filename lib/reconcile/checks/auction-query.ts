import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** An auction whose input is stored. */
export type CheckedAuction = {
  readonly id: bigint
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly createdAt: Date
}

type Auctions = { readonly chainId: number; readonly since: Date; readonly limit: number }

/** Returns the newest auctions of a network since a time, newest first. */
export async function listNewestAuctions(
  db: Transaction,
  { chainId, since, limit }: Auctions,
): Promise<CheckedAuction[]> {
  const rows = await db.auction.findMany({
    where: { chainId },
    orderBy: { id: 'desc' },
    take: limit,
    select: { id: true, blockNumber: true, blockHash: true, createdAt: true },
  })
  return rows
    .filter(({ createdAt }) => createdAt >= since)
    .map((row) => ({ ...row, blockHash: row.blockHash as Hex }))
}

/** Returns auctions of a network by id. */
export async function listAuctionsById(
  db: Transaction,
  chainId: number,
  ids: readonly bigint[],
): Promise<CheckedAuction[]> {
  const rows = await db.auction.findMany({
    where: { chainId, id: { in: [...ids] } },
    select: { id: true, blockNumber: true, blockHash: true, createdAt: true },
  })
  return rows.map((row) => ({ ...row, blockHash: row.blockHash as Hex }))
}

/** When an order or an account stopped being eligible. */
export type Ineligible = { readonly uid: Hex; readonly why: string }

/** Returns those orders that were not eligible: cancelled or banned before a time, or expired at a block's. */
export async function listIneligible(
  db: Transaction,
  uids: readonly Hex[],
  { at, timestamp }: { readonly at: Date; readonly timestamp: number },
): Promise<Ineligible[]> {
  return db.$queryRaw<Ineligible[]>`
    SELECT uid, CASE WHEN cancelled_at < ${at} THEN 'it was cancelled before'
        WHEN true_valid_to < ${timestamp} THEN 'it had expired' ELSE 'its account was banned before' END AS why
    FROM orders o
    WHERE uid = ANY (${[...uids]}::text[]) AND (cancelled_at < ${at} OR true_valid_to < ${timestamp}
      OR EXISTS (SELECT FROM banned_accounts b
        WHERE b.created_at < ${at} AND b.address IN (o.owner, o.receiver, o.onchain_sender)))`
}

/** A mined settlement of the solver. */
export type MinedSettlement = {
  readonly id: bigint
  readonly txHash: Hex
  readonly createdAt: Date
  readonly checkedAt: Date | undefined
  /** The settlement contract's gains as booked; undefined: unknown. */
  readonly kept: readonly { readonly token: Address; readonly amount: string }[] | undefined
}

/** Returns the newest mined settlements of a network since a time, and those with these ids. */
export async function listMinedSettlements(
  db: Transaction,
  { chainId, since, limit, ids }: Auctions & { readonly ids: readonly bigint[] },
): Promise<MinedSettlement[]> {
  const mined = { chainId, state: 'mined' } as const
  const select = { id: true, txHash: true, createdAt: true, checkedAt: true } as const
  const newest = await db.settlementTransaction.findMany({
    where: { ...mined, createdAt: { gte: since } },
    orderBy: { id: 'desc' },
    take: limit,
    select,
  })
  const named = await db.settlementTransaction.findMany({
    where: { ...mined, id: { in: [...ids] } },
    select,
  })
  const rows = [...new Map([...newest, ...named].map((row) => [row.id, row])).values()]
  const settlements = await db.settlement.findMany({
    where: { chainId, txHash: { in: rows.map(({ txHash }) => txHash) } },
    select: { txHash: true, kept: true },
  })
  const kept = new Map(settlements.map((row) => [row.txHash, row.kept]))
  return rows.map((row) => ({
    ...row,
    txHash: row.txHash as Hex,
    checkedAt: row.checkedAt ?? undefined,
    kept: (kept.get(row.txHash) ?? undefined) as MinedSettlement['kept'],
  }))
}
