import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderKind } from '@/lib/core/order'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'
import type { ShadowSettlement as Row } from '@/prisma/generated/client'

/** How a settlement would have gone in a block after the one that it was played in. */
export type FollowedBlock = {
  /** It is played as part of the block after this one. */
  readonly block: number
  /** Wei that it would have paid for a unit of gas, and gas that it used; a decimal string. */
  readonly price?: string
  readonly gas?: string
  /** Wei at the auction's prices: what the contract would have kept, by how pools stood then; a decimal string. */
  readonly kept?: string
  /**
   * Atoms that the pools of that block would have given for the same fill of each order alone: bought (sell order) or sold
   * (buy order), its gas paid; decimal strings. Orders without a route are left out. See `fillAlone`.
   */
  readonly alone?: Readonly<Record<Hex, string>>
  /** Why the chain refuses it. */
  readonly fault?: string
  /** Why it was not played, so that nobody knows. */
  readonly unplayed?: string
}

/** What an order would have traded in a settlement; amounts are decimal strings. */
export type ShadowTrade = {
  readonly uid: Hex
  readonly kind: OrderKind
  /** Atoms that its owner would have paid and got, fees taken. */
  readonly sellAmount: string
  readonly buyAmount: string
  /** Wei, at the auction's prices, that it sells; left out where the token has no price. */
  readonly value?: string
  /** Wei, at the auction's prices, that its owner gets above the limit. */
  readonly surplus: string
  /** Protocol fees that stay in the settlement contract, in atoms by token. */
  readonly owed?: Readonly<Record<Address, string>>
}

/** A settlement that won while settling is `shadow`. */
export type ShadowSettlement = {
  readonly id: bigint
  readonly chainId: number
  readonly auctionId: bigint
  /** The newest block when it was simulated; the blocks that follow are counted from it. */
  readonly blockNumber: bigint
  readonly orderUids: readonly Hex[]
  /** None of what earlier versions kept. */
  readonly trades: readonly ShadowTrade[]
  readonly callData: Hex
  /** What the settlement contract may not lose any of. */
  readonly tokens: readonly Address[]
  /** Gas that it used. */
  readonly gas: bigint
  /** Wei for a unit of gas that it would have offered: in all, and as a tip. */
  readonly maxFee: bigint
  readonly tip: bigint
  /** Wei, at the auction's prices: what its orders sell, and what it keeps for its gas. */
  readonly value: bigint
  readonly kept: bigint
  /** The blocks after it, as far as they were played. */
  readonly followed: readonly FollowedBlock[]
  readonly createdAt: Date
}

/** Keeps a settlement that is not sent. */
export async function insertShadowSettlement(
  tx: Transaction,
  settlement: Omit<ShadowSettlement, 'id' | 'followed'>,
): Promise<void> {
  const { orderUids, trades, tokens, maxFee, tip, value, kept } = settlement
  await tx.shadowSettlement.create({
    data: {
      ...settlement,
      ...{ orderUids: [...orderUids], tokens: [...tokens] },
      trades: trades.map((trade) => ({ ...trade })),
      ...{ maxFee: toDecimal(maxFee), tip: toDecimal(tip) },
      ...{ value: toDecimal(value), kept: toDecimal(kept) },
    },
  })
}

/** A network's would-be settlements whose following blocks were not all played, oldest first. */
export async function listUnfollowed(
  db: Transaction,
  { chainId, limit }: { readonly chainId: number; readonly limit: number },
): Promise<ShadowSettlement[]> {
  const rows = await db.shadowSettlement.findMany({
    where: { chainId, endedAt: null },
    orderBy: { id: 'asc' },
    take: limit,
  })
  return rows.map(toSettlement)
}

/** Call data of an auction's would-be settlements that come before one of them, in their sequence. */
export async function listCallsBefore(
  db: Transaction,
  { auctionId, id }: Pick<ShadowSettlement, 'auctionId' | 'id'>,
): Promise<Hex[]> {
  const rows = await db.shadowSettlement.findMany({
    where: { auctionId, id: { lt: id } },
    orderBy: { id: 'asc' },
    select: { callData: true },
  })
  return rows.map(({ callData }) => callData as Hex)
}

/** An auction's would-be settlements, in their sequence. */
export async function listShadowsOf(
  db: Transaction,
  auctionId: bigint,
): Promise<ShadowSettlement[]> {
  const rows = await db.shadowSettlement.findMany({ where: { auctionId }, orderBy: { id: 'asc' } })
  return rows.map(toSettlement)
}

/** The newest would-be settlements, of one network or of all. */
export async function listShadowSettlements(
  db: Transaction,
  { chainId, limit }: { readonly chainId: number | undefined; readonly limit: number },
): Promise<ShadowSettlement[]> {
  const rows = await db.shadowSettlement.findMany({
    where: chainId === undefined ? {} : { chainId },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.map(toSettlement)
}

/** Keeps how a settlement would have gone in later blocks; `endedAt` once all of them were played. */
export async function saveFollowed(
  tx: Transaction,
  { id }: Pick<ShadowSettlement, 'id'>,
  { followed, endedAt }: { readonly followed: readonly FollowedBlock[]; readonly endedAt?: Date },
): Promise<void> {
  const data = { followed: followed.map((block) => ({ ...block })), endedAt: endedAt ?? null }
  await tx.shadowSettlement.updateMany({ where: { id, endedAt: null }, data })
}

/** Removes would-be settlements from before a moment; how many. */
export async function deleteOldShadows(db: Transaction, before: Date): Promise<number> {
  return (await db.shadowSettlement.deleteMany({ where: { createdAt: { lt: before } } })).count
}

function toSettlement(row: Row): ShadowSettlement {
  return {
    ...row,
    orderUids: row.orderUids as Hex[],
    trades: row.trades as ShadowTrade[],
    callData: row.callData as Hex,
    tokens: row.tokens as Address[],
    maxFee: fromDecimal(row.maxFee),
    tip: fromDecimal(row.tip),
    value: fromDecimal(row.value),
    kept: fromDecimal(row.kept),
    followed: row.followed as FollowedBlock[],
  }
}
