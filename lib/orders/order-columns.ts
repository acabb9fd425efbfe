import type { PartnerFee } from '@/lib/app-data/metadata'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import { type Interaction, noInteractions, type OrderInteractions } from '@/lib/core/interaction'
import { fromDecimal } from '@/lib/db/database'
import { type Order as OrderRow, Prisma } from '@/prisma/generated/client'
import type { NewOrder, OrderRecord } from './order-record'

/** Builds the column values stored when an order is placed. */
export function orderColumns(order: NewOrder) {
  return {
    uid: order.uid,
    chainId: order.chainId,
    owner: order.owner,
    sellToken: order.sellToken,
    buyToken: order.buyToken,
    receiver: order.receiver === zeroAddress ? null : order.receiver,
    sellAmount: order.sellAmount.toString(),
    buyAmount: order.buyAmount.toString(),
    validTo: BigInt(order.validTo),
    appData: order.appData,
    feeAmount: order.feeAmount.toString(),
    kind: order.kind,
    partiallyFillable: order.partiallyFillable,
    sellTokenBalance: order.sellTokenBalance,
    buyTokenBalance: order.buyTokenBalance,
    signingScheme: order.signingScheme,
    signature: order.signature,
    signatureGas: order.signatureGas ?? null,
    transferGas: order.transferGas ?? null,
    settlementContract: order.settlementContract,
    trueValidTo: BigInt(order.trueValidTo),
    validFrom: order.validFrom === undefined ? null : BigInt(order.validFrom),
    schedule: order.schedule ?? null,
    class: order.class,
    ...jsonColumns(order),
    exclusion: firstExclusion(order) ?? Prisma.DbNull,
    referrerCode: order.referrerCode ?? null,
    onchainSender: order.onchainSender ?? null,
    placementError: order.placementError ?? null,
    quoteId: order.quoteId ?? null,
    createdAt: order.createdAt,
    onchainUser: order.onchainSender ?? null,
    signed: order.signingScheme !== 'presign',
  }
}

/** Returns the initial exclusion, so that no round considers an order before `validFrom`, or a faulty one ever. */
function firstExclusion({ exclusion, validFrom, createdAt }: NewOrder): Exclusion | undefined {
  if (exclusion) return exclusion
  if (validFrom === undefined || validFrom * 1000 <= createdAt.getTime()) return undefined
  return { code: 'notValidYet', validFrom: new Date(validFrom * 1000).toISOString() }
}

/** A row of `orders` as read by Prisma or `pg`. */
export type OrderColumns = {
  readonly [Column in keyof OrderRow]: AsText<OrderRow[Column]>
}

/** `pg` returns types without an exact JavaScript number as text. */
type AsText<T> = T extends Prisma.Decimal | bigint ? T | string : T

/** Converts a row to an order. */
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
    signatureGas: row.signatureGas === null ? undefined : BigInt(row.signatureGas),
    transferGas: row.transferGas === null ? undefined : BigInt(row.transferGas),
    settlementContract: row.settlementContract as Address,
    trueValidTo: Number(row.trueValidTo),
    validFrom: row.validFrom === null ? undefined : Number(row.validFrom),
    schedule: row.schedule ?? undefined,
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
    protocolFee: fromDecimal(row.protocolFee),
    networkFee: fromDecimal(row.networkFee),
    failedSettlements: row.failedSettlements,
    exclusion: (row.exclusion ?? undefined) as Exclusion | undefined,
  }
}

type StoredInteraction = Omit<Interaction, 'value'> & { readonly value: string }

/** Builds the JSON columns of an order. Empty values become null, so that most rows store none. */
function jsonColumns({
  interactions,
  partnerFees,
}: Pick<OrderRecord, 'interactions' | 'partnerFees'>) {
  const isEmpty = interactions.pre.length === 0 && interactions.post.length === 0
  return {
    interactions: isEmpty ? Prisma.DbNull : encodeInteractions(interactions),
    partnerFees: partnerFees.length === 0 ? Prisma.DbNull : [...partnerFees],
  }
}

function encodeInteractions({ pre, post }: OrderInteractions) {
  const encode = (interaction: Interaction): StoredInteraction => ({
    ...interaction,
    value: interaction.value.toString(),
  })
  return { pre: pre.map(encode), post: post.map(encode) }
}

/** Decodes the interactions written by {@link jsonColumns}. */
function decodeInteractions(json: Prisma.JsonValue): OrderInteractions {
  if (json === null) return noInteractions
  const { pre, post } = json as unknown as Record<'pre' | 'post', StoredInteraction[]>
  const decode = (stored: StoredInteraction): Interaction => ({
    ...stored,
    value: BigInt(stored.value),
  })
  return { pre: pre.map(decode), post: post.map(decode) }
}
