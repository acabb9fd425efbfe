import type { Auction } from '@/lib/auctions/model/auction'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** The published auction of a network. */
export type CurrentAuction = {
  readonly auctionId: bigint
  readonly blockNumber: bigint
  readonly orderUids: readonly Hex[]
  /** Native atoms per 1e18 token atoms, as decimal strings. */
  readonly prices: Readonly<Record<Address, string>>
  /** Time up to which it includes all new orders that it could. */
  readonly createdAt: Date
}

/** Replaces a network's published auction. */
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

/** Confirms a network's published auction as of `at`; returns false if there is none. */
export async function confirmCurrentAuction(
  db: Transaction,
  chainId: number,
  at: Date,
): Promise<boolean> {
  const data = { createdAt: at }
  return (await db.currentAuction.updateMany({ where: { chainId }, data })).count === 1
}

/** Removes all orders from a network's published auction, since none can be settled. */
export async function emptyCurrentAuction(
  db: Transaction,
  chainId: number,
  at: Date,
): Promise<void> {
  const data = { orderUids: [], prices: {}, createdAt: at }
  await db.currentAuction.updateMany({ where: { chainId }, data })
}

/** Returns the published auction of a network; undefined before the first one. */
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
