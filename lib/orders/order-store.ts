import type { PartnerFee } from '@/lib/app-data/metadata'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderInteractions } from '@/lib/core/interaction'
import type { SignedOrder } from '@/lib/core/order'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'
import { listBannedAmong } from '@/lib/quotes/banned-account-store'
import { listDeniedAddresses } from '@/lib/tokens/denied-token-store'
import type {
  OrderClass,
  Order as OrderRow,
  PlacementError,
  Prisma,
} from '@/prisma/generated/client'
import { decodeInteractions, jsonColumns } from './order-json'
import type { OrderState } from './order-state'

/** An order as the service keeps it: what was signed, and its state. */
export type OrderRecord = SignedOrder &
  OrderState & {
    readonly uid: Hex
    readonly chainId: number
    readonly settlementContract: Address
    /** Unix seconds when the order ends: `validTo`, or the earlier end that an order placed on chain states. */
    readonly trueValidTo: number
    /** Unix seconds before which the order takes part in no auction. */
    readonly validFrom: number | undefined
    readonly class: OrderClass
    /** What settling the order calls before and after it. */
    readonly interactions: OrderInteractions
    /** What the app data grants partners. */
    readonly partnerFees: readonly PartnerFee[]
    /** Affiliate code of the app data, upper-cased. */
    readonly referrerCode: string | undefined
    /** Who placed the order by a transaction, through a contract that owns it. */
    readonly onchainSender: Address | undefined
    readonly placementError: PlacementError | undefined
    readonly quoteId: bigint | undefined
    readonly createdAt: Date
    readonly cancelledAt: Date | undefined
    /** `user_signature`, `policy: <reason>` or `replaced: <uid>`; undefined unless cancelled off chain. */
    readonly cancellationReason: string | undefined
    /** Settlements of this order that reverted in a row. */
    readonly failedSettlements: number
  }

/** What is known of an order when it is placed. */
export type NewOrder = SignedOrder &
  Pick<
    OrderRecord,
    | 'uid'
    | 'chainId'
    | 'settlementContract'
    | 'trueValidTo'
    | 'validFrom'
    | 'class'
    | 'interactions'
    | 'partnerFees'
    | 'referrerCode'
    | 'onchainSender'
    | 'placementError'
    | 'quoteId'
    | 'createdAt'
  >

/** A page of a list, newest first. */
export type Page = { readonly offset: number; readonly limit: number }

/** Settlements in a row that may fail before an order is left out of auctions. */
export const maxFailedSettlements = 3

/**
 * Inserts an order as open.
 *
 * @throws a unique violation (`isUniqueViolation`) when an order with this uid exists.
 */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<void> {
  await tx.order.create({ data: orderColumns(order) })
}

/** What is stored of an order when it is placed. */
export function orderColumns(order: NewOrder) {
  return {
    uid: order.uid,
    chainId: order.chainId,
    owner: order.owner,
    sellToken: order.sellToken,
    buyToken: order.buyToken,
    receiver: order.receiver === zeroAddress ? null : order.receiver,
    sellAmount: toDecimal(order.sellAmount),
    buyAmount: toDecimal(order.buyAmount),
    validTo: BigInt(order.validTo),
    appData: order.appData,
    feeAmount: toDecimal(order.feeAmount),
    kind: order.kind,
    partiallyFillable: order.partiallyFillable,
    sellTokenBalance: order.sellTokenBalance,
    buyTokenBalance: order.buyTokenBalance,
    signingScheme: order.signingScheme,
    signature: order.signature,
    settlementContract: order.settlementContract,
    trueValidTo: BigInt(order.trueValidTo),
    validFrom: order.validFrom === undefined ? null : BigInt(order.validFrom),
    class: order.class,
    ...jsonColumns(order),
    referrerCode: order.referrerCode ?? null,
    onchainSender: order.onchainSender ?? null,
    placementError: order.placementError ?? null,
    quoteId: order.quoteId ?? null,
    createdAt: order.createdAt,
    onchainUser: order.onchainSender ?? null,
    signed: order.signingScheme !== 'presign',
  }
}

/** The order with this uid on a network. */
export async function findOrder(
  db: Transaction,
  chainId: number,
  uid: Hex,
): Promise<OrderRecord | undefined> {
  const row = await db.order.findFirst({ where: { uid, chainId } })
  return row ? toRecord(row) : undefined
}

/** The orders among `uids`, in no particular order. */
export async function listOrdersByUids(
  db: Transaction,
  uids: readonly Hex[],
): Promise<OrderRecord[]> {
  return list(db, { where: { uid: { in: [...uids] } } })
}

/**
 * The orders that may take part in an auction, oldest first: open, signed, placed without fault, within
 * their time, not quarantined by failed settlements, not in a settlement that is under way, and not of a
 * banned account or in a denied token (their status stays `open`, since a ban may be lifted).
 */
export async function listOpenOrders(
  db: Transaction,
  chainId: number,
  nowSeconds: number,
): Promise<OrderRecord[]> {
  const live = await db.settlementTransaction.findMany({
    where: { chainId, state: { in: ['prepared', 'sent'] } },
    select: { orderUids: true },
  })
  const denied = await listDeniedAddresses(db, chainId)
  const open = await list(db, {
    where: {
      chainId,
      status: 'open',
      signed: true,
      sellToken: { notIn: denied },
      buyToken: { notIn: denied },
      trueValidTo: { gt: BigInt(nowSeconds) },
      OR: [{ validFrom: null }, { validFrom: { lte: BigInt(nowSeconds) } }],
      placementError: null,
      failedSettlements: { lt: maxFailedSettlements },
      uid: { notIn: live.flatMap((transaction) => transaction.orderUids) },
    },
    orderBy: [{ createdAt: 'asc' }, { uid: 'asc' }],
  })
  return withoutBanned(db, open)
}

/** Saves what was derived from facts. */
export async function saveOrderState(tx: Transaction, uid: Hex, state: OrderState): Promise<void> {
  await tx.order.update({
    where: { uid },
    data: {
      status: state.status,
      executedSell: toDecimal(state.executedSell),
      executedBuy: toDecimal(state.executedBuy),
      executedFee: toDecimal(state.executedFee),
      invalidated: state.invalidated,
      onchainUser: state.onchainUser ?? null,
      signed: state.signed,
    },
  })
}

/** Records an off-chain cancellation; the status follows when the order is refreshed. */
export async function saveCancellation(
  tx: Transaction,
  uids: readonly Hex[],
  cancellation: { at: Date; reason: string },
): Promise<void> {
  await tx.order.updateMany({
    where: { uid: { in: [...uids] }, cancelledAt: null },
    data: { cancelledAt: cancellation.at, cancellationReason: cancellation.reason },
  })
}

async function withoutBanned(db: Transaction, orders: OrderRecord[]): Promise<OrderRecord[]> {
  const partiesOf = ({ owner, receiver, onchainSender }: OrderRecord) =>
    onchainSender ? [owner, receiver, onchainSender] : [owner, receiver]
  const banned = new Set(await listBannedAmong(db, orders.flatMap(partiesOf)))
  return orders.filter((order) => !partiesOf(order).some((party) => banned.has(party)))
}

async function list(db: Transaction, query: Prisma.OrderFindManyArgs): Promise<OrderRecord[]> {
  const rows = await db.order.findMany(query)
  return rows.map(toRecord)
}

/** A row of `orders` as Prisma or `pg` reads it. */
export type OrderColumns = {
  readonly [Column in keyof OrderRow]: AsText<OrderRow[Column]>
}

/** `pg` leaves what JavaScript has no exact number for as text. */
type AsText<T> = T extends Prisma.Decimal | bigint ? T | string : T

/** The order that a row holds. */
export function toRecord(row: OrderColumns): OrderRecord {
  return {
    uid: row.uid as Hex,
    chainId: row.chainId,
    owner: row.owner as Address,
    sellToken: row.sellToken as Address,
    buyToken: row.buyToken as Address,
    receiver: (row.receiver ?? zeroAddress) as Address,
    sellAmount: fromDecimal(row.sellAmount),
    buyAmount: fromDecimal(row.buyAmount),
    validTo: Number(row.validTo),
    appData: row.appData as Hex,
    feeAmount: fromDecimal(row.feeAmount),
    kind: row.kind,
    partiallyFillable: row.partiallyFillable,
    sellTokenBalance: row.sellTokenBalance,
    buyTokenBalance: row.buyTokenBalance,
    signingScheme: row.signingScheme,
    signature: row.signature as Hex,
    settlementContract: row.settlementContract as Address,
    trueValidTo: Number(row.trueValidTo),
    validFrom: row.validFrom === null ? undefined : Number(row.validFrom),
    class: row.class,
    interactions: decodeInteractions(row.interactions),
    partnerFees: (row.partnerFees ?? []) as unknown as readonly PartnerFee[],
    referrerCode: row.referrerCode ?? undefined,
    onchainSender: (row.onchainSender ?? undefined) as Address | undefined,
    placementError: row.placementError ?? undefined,
    quoteId: row.quoteId === null ? undefined : BigInt(row.quoteId),
    createdAt: row.createdAt,
    status: row.status,
    invalidated: row.invalidated,
    onchainUser: (row.onchainUser ?? undefined) as Address | undefined,
    signed: row.signed,
    cancelledAt: row.cancelledAt ?? undefined,
    cancellationReason: row.cancellationReason ?? undefined,
    executedSell: fromDecimal(row.executedSell),
    executedBuy: fromDecimal(row.executedBuy),
    executedFee: fromDecimal(row.executedFee),
    failedSettlements: row.failedSettlements,
  }
}
