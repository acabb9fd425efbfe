import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderKind } from '@/lib/core/order'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'
import type { ShadowSettlement as Row } from '@/prisma/generated/client'

/** The result of a settlement simulated at a block after its first simulation. */
export type FollowedBlock = {
  /** Simulated at the position of the block after this one. */
  readonly block: number
  /** Effective gas price in wei and gas used, with the data fee as gas at that price; decimal strings. */
  readonly price?: string
  readonly gas?: string
  /** The contract's profit in wei at the auction's prices, with that block's pools; a decimal string. */
  readonly kept?: string
  /**
   * What that block's pools alone would have yielded for each order's fill, gas paid, in atoms: bought (sell order) or
   * sold (buy order); decimal strings. Omits orders without a route. See `fillAlone`.
   */
  readonly alone?: Readonly<Record<Hex, string>>
  /** The revert reason. */
  readonly fault?: string
  /** Why there is no result. */
  readonly unplayed?: string
}

/** An order's amounts in a shadow settlement; decimal strings. */
export type ShadowTrade = {
  readonly uid: Hex
  readonly kind: OrderKind
  /** The owner's amounts net of fees, in atoms. */
  readonly sellAmount: string
  readonly buyAmount: string
  /** Value of its sell amount in wei, at the auction's prices; omitted if the token has no price. */
  readonly value?: string
  /** The owner's surplus over the limit in wei, at the auction's prices. */
  readonly surplus: string
  /** Protocol fees that stay in the settlement contract, in atoms by token. */
  readonly owed?: Readonly<Record<Address, string>>
}

/** A winning settlement that was not sent because settling is `shadow`. */
export type ShadowSettlement = {
  readonly id: bigint
  readonly chainId: number
  readonly auctionId: bigint
  /** The head at its simulation; later blocks are counted from it. */
  readonly blockNumber: bigint
  readonly orderUids: readonly Hex[]
  /** Absent in records of earlier versions. */
  readonly trades: readonly ShadowTrade[]
  readonly callData: Hex
  /** Tokens that the settlement contract must not lose. */
  readonly tokens: readonly Address[]
  /** Gas used. */
  readonly gas: bigint
  /** Maximum fee and priority fee per gas that it would have offered, in wei. */
  readonly maxFee: bigint
  readonly tip: bigint
  /** Wei at the auction's prices: what its orders sell, and its profit before gas. */
  readonly value: bigint
  readonly kept: bigint
  /** Results on the following blocks, as far as simulated. */
  readonly followed: readonly FollowedBlock[]
  readonly createdAt: Date
}

/** Stores a shadow settlement. */
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

/** Returns a network's shadow settlements with blocks left to simulate, oldest first. */
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

/** Returns the calldata of an auction's shadow settlements before this one, in order. */
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

/** Returns an auction's shadow settlements, in order. */
export async function listShadowsOf(
  db: Transaction,
  auctionId: bigint,
): Promise<ShadowSettlement[]> {
  const rows = await db.shadowSettlement.findMany({ where: { auctionId }, orderBy: { id: 'asc' } })
  return rows.map(toSettlement)
}

/** Returns the newest shadow settlements, of one network or of all. */
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

/** Stores the results on later blocks; `endedAt` once all blocks are simulated. */
export async function saveFollowed(
  tx: Transaction,
  { id }: Pick<ShadowSettlement, 'id'>,
  { followed, endedAt }: { readonly followed: readonly FollowedBlock[]; readonly endedAt?: Date },
): Promise<void> {
  const data = { followed: followed.map((block) => ({ ...block })), endedAt: endedAt ?? null }
  await tx.shadowSettlement.updateMany({ where: { id, endedAt: null }, data })
}

/** Deletes shadow settlements before a time and returns their number. */
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
