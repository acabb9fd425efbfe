import type { Auction } from '@/lib/auctions/model/auction'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** The orders of a network that are up for settlement now. */
export type CurrentAuction = {
  readonly auctionId: bigint
  readonly blockNumber: bigint
  readonly orderUids: readonly Hex[]
  /** Native atoms per 1e18 token atoms, as decimal text. */
  readonly prices: Readonly<Record<Address, string>>
  /** Since when no order has come that it could not have taken. */
  readonly createdAt: Date
}

/** Replaces a network's current auction. */
export async function saveCurrentAuction(
  db: Transaction,
  { auctionId, auction, at }: { auctionId: bigint; auction: Auction; at: Date },
): Promise<void> {
  const { chainId, blockNumber } = auction
  const row = {
    auctionId,
    blockNumber,
    orderUids: auction.orders.map(({ uid }) => uid),
    prices: Object.fromEntries([...auction.prices].map(([token, price]) => [token, `${price}`])),
    createdAt: at,
  }
  const where = { chainId }
  await db.currentAuction.upsert({ where, create: { chainId, ...row }, update: row })
}

/** Says that a network's current auction is still what it was at `at`; false when there is none. */
export async function confirmCurrentAuction(
  db: Transaction,
  chainId: number,
  at: Date,
): Promise<boolean> {
  const data = { createdAt: at }
  return (await db.currentAuction.updateMany({ where: { chainId }, data })).count === 1
}

/** Leaves a network's current auction without orders, as there are none that could be settled. */
export async function emptyCurrentAuction(
  db: Transaction,
  chainId: number,
  at: Date,
): Promise<void> {
  const data = { orderUids: [], prices: {}, createdAt: at }
  await db.currentAuction.updateMany({ where: { chainId }, data })
}

/** What is up for settlement on a network now; undefined before the first auction. */
export async function findCurrentAuction(
  db: Transaction,
  chainId: number,
): Promise<CurrentAuction | undefined> {
  const row = await db.currentAuction.findUnique({ where: { chainId } })
  if (!row) return undefined
  return {
    auctionId: row.auctionId,
    blockNumber: row.blockNumber,
    orderUids: row.orderUids as Hex[],
    prices: row.prices as CurrentAuction['prices'],
    createdAt: row.createdAt,
  }
}
