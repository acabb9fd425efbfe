import type { Solution } from '@/lib/auctions/model/solution'
import { parseData, stringifyData } from '@/lib/auctions/replay/auction-input'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderKind } from '@/lib/core/order'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'
import type { ShadowSettlement as Row } from '@/prisma/generated/client'

/** What a block after a shadow settlement's simulation would have done with it; numbers are decimal strings. */
export type FollowedBlock = {
  /** The block; of blocks in a row whose fee was too high, the last one. */
  readonly block: number
  /**
   * The settlement could not enter: it offered less than the base fee and its tip. The first block of the row, the lowest
   * base fee in it, and the fees offered in its last block, in wei per gas.
   */
  readonly tooDear?: {
    readonly since: number
    readonly baseFee: string
    readonly maxFee: string
    readonly tip: string
  }
  /** Effective gas price in wei, gas used (that for data included), and wei for data besides gas. */
  readonly price?: string
  readonly gas?: string
  readonly dataFee?: string
  /** What the contract gains and what of it it owes, in wei at the auction's prices; absent after a revert. */
  readonly kept?: string
  readonly owed?: string
  /** The same at the prices of that block's pools. */
  readonly keptThere?: string
  readonly owedThere?: string
  /**
   * What that block's pools alone would have yielded for each order's fill, gas paid, in atoms: bought (sell order) or
   * sold (buy order). Omits orders without a route. See `fillAlone`.
   */
  readonly alone?: Readonly<Record<Hex, string>>
  /** Hops that would have paid another amount than planned. */
  readonly moved?: readonly MovedHop[]
  /** The revert reason, and the orders that fail there without pools too. */
  readonly fault?: string
  readonly failingOrders?: readonly Hex[]
  /** Why there is no result. */
  readonly unplayed?: string
}

/** A hop whose pool moved. */
export type MovedHop = {
  readonly pool: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Change of what the pool pays for the planned input, in bps with two decimals; -10,000: it pays nothing. */
  readonly bps: number
  /** Whether it pays less than the settlement requires, which reverts it. */
  readonly isShort?: true
}

/** A swap of a shadow settlement, in atoms. */
export type PlannedHop = {
  readonly pool: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  /** What the pool paid at the auction's block; undefined: unknown. */
  readonly expected: bigint | undefined
  /** What the settlement requires of it. */
  readonly minimum: bigint
}

/** What a shadow settlement consists of. */
export type ShadowPlan = Pick<Solution, 'clearingPrices' | 'trades' | 'gas'> & {
  readonly hops: readonly PlannedHop[]
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
  /** Maximum fee and priority fee per gas that it would have offered first, in wei. */
  readonly maxFee: bigint
  readonly tip: bigint
  /** Gas limit, and the maximum fee per gas of a replacement in wei; absent in records of earlier versions. */
  readonly gasLimit: bigint | undefined
  readonly feeCap: bigint | undefined
  /** The last block of its submission; absent in records of earlier versions. */
  readonly deadlineBlock: bigint | undefined
  /** The last block for which only private endpoints would know it; undefined: it is public. */
  readonly privateUntilBlock: bigint | undefined
  /** Absent in records of earlier versions. */
  readonly plan: ShadowPlan | undefined
  /** Wei at the auction's prices: what its orders sell, and its profit before gas. */
  readonly value: bigint
  readonly kept: bigint
  /** The following blocks, as far as they were looked at; the last one decides. */
  readonly followed: readonly FollowedBlock[]
  /** When it was decided; undefined: it is not. */
  readonly endedAt: Date | undefined
  readonly createdAt: Date
}

/** Stores a shadow settlement. */
export async function insertShadowSettlement(
  tx: Transaction,
  settlement: Omit<ShadowSettlement, 'id' | 'followed' | 'endedAt'>,
): Promise<void> {
  const { orderUids, trades, tokens, maxFee, tip, value, kept } = settlement
  const { gasLimit, feeCap, deadlineBlock, privateUntilBlock, plan, ...rest } = settlement
  await tx.shadowSettlement.create({
    data: {
      ...rest,
      ...{ gasLimit: gasLimit ?? null, feeCap: feeCap === undefined ? null : toDecimal(feeCap) },
      deadlineBlock: deadlineBlock ?? null,
      privateUntilBlock: privateUntilBlock ?? null,
      plan: plan ? stringifyData(plan) : null,
      ...{ orderUids: [...orderUids], tokens: [...tokens] },
      trades: trades.map((trade) => ({ ...trade })),
      ...{ maxFee: toDecimal(maxFee), tip: toDecimal(tip) },
      ...{ value: toDecimal(value), kept: toDecimal(kept) },
    },
  })
}

/** Returns a network's undecided shadow settlements, oldest first. */
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

/** A shadow settlement without what only its simulation needs. */
export type ShadowResult = Omit<ShadowSettlement, 'callData' | 'tokens' | 'plan'>

/** Returns the shadow settlements created since a time, newest first, of one network or of all. */
export async function listShadowResults(
  db: Transaction,
  { chainId, since }: { readonly chainId: number | undefined; readonly since: Date },
): Promise<ShadowResult[]> {
  const rows = await db.shadowSettlement.findMany({
    where: { createdAt: { gte: since }, ...(chainId === undefined ? {} : { chainId }) },
    orderBy: { id: 'desc' },
    omit: { callData: true, tokens: true, plan: true },
  })
  return rows.map(toResult)
}

/** Stores what later blocks would have done; `endedAt` once that decides. */
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
  const { callData, tokens, plan, ...result } = row
  return {
    ...toResult(result),
    callData: callData as Hex,
    tokens: tokens as Address[],
    plan: plan === null ? undefined : (parseData(plan) as ShadowPlan),
  }
}

function toResult(row: Omit<Row, 'callData' | 'tokens' | 'plan'>): ShadowResult {
  return {
    ...row,
    orderUids: row.orderUids as Hex[],
    trades: row.trades as ShadowTrade[],
    maxFee: fromDecimal(row.maxFee),
    tip: fromDecimal(row.tip),
    value: fromDecimal(row.value),
    kept: fromDecimal(row.kept),
    gasLimit: row.gasLimit ?? undefined,
    feeCap: row.feeCap === null ? undefined : fromDecimal(row.feeCap),
    deadlineBlock: row.deadlineBlock ?? undefined,
    privateUntilBlock: row.privateUntilBlock ?? undefined,
    followed: row.followed as unknown as FollowedBlock[],
    endedAt: row.endedAt ?? undefined,
  }
}
