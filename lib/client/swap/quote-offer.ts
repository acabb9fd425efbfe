import type { QuoteAnswer, QuoteBody } from '@/lib/client/api'
import { type AppDataHook, expectedPermitHook } from '@/lib/client/app-data-hook'
import { type PreparedAmounts, prepareAmounts } from '@/lib/client/prepare-order'
import { usdAmount, usdValue } from '@/lib/client/usd-value'
import type { Address } from '@/lib/core/address'
import type { OrderKind } from '@/lib/core/order'

/** Returns the app data document of these pages' orders: equal for the same affiliate code and metadata. */
export function pageAppData(
  referrerCode: string | undefined,
  others: Readonly<Record<string, unknown>> = {},
): string {
  const referrer = referrerCode === undefined ? {} : { referrer: { code: referrerCode } }
  const metadata = { ...others, ...referrer }
  return JSON.stringify({ appCode: 'Coincide', metadata, version: '1.3.0' })
}

/** Returns the app data document of a swap, with a pre-hook if it has one. */
export function swapAppData(referrerCode: string | undefined, preHook?: AppDataHook): string {
  return pageAppData(referrerCode, preHook && { hooks: { pre: [preHook] } })
}

/** The account used for quotes without a connected wallet. */
export const placeholderOwner: Address = '0x000000000000000000000000000000000000dead'

/** Upper bound whatever the service says, since markets move. */
const maxOfferMs = 60_000

/** The parameters of a price: requests with equal keys get quotes for the same order. */
export type QuoteKey = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly kind: OrderKind
  /** Atoms of the side that `kind` names. */
  readonly amount: bigint
  readonly from: Address
  /** The recipient; undefined: the owner. */
  readonly receiver: Address | undefined
  /** Validity of the order in seconds. */
  readonly validSeconds: number
  /** The order's affiliate code. */
  readonly referrerCode: string | undefined
  /** Whether the sell token is paid as the native token to the contract that places and owns such orders. */
  readonly isNative?: boolean
  /** Whether the order will include a permit of the sell token, which costs gas. */
  readonly includesPermit?: boolean
}

/** Returns a text that is equal exactly for equal keys. */
export function quoteKeyId({ amount, ...key }: QuoteKey): string {
  return JSON.stringify([
    ...[key.sellToken, key.buyToken, key.kind, String(amount), key.from],
    ...[key.receiver ?? null, key.validSeconds, key.referrerCode ?? null, key.isNative ?? false],
    key.includesPermit ?? false,
  ])
}

/** Returns whether two requests get quotes for the same order. */
export function isSameKey(a: QuoteKey, b: QuoteKey): boolean {
  return quoteKeyId(a) === quoteKeyId(b)
}

/** Builds the body of a quote request. An on-chain order names its recipient, since its owner is a contract. */
export function quoteBody({ amount, referrerCode, validSeconds, ...rest }: QuoteKey): QuoteBody {
  const { isNative = false, includesPermit, ...key } = rest
  const hook = includesPermit ? expectedPermitHook(key.sellToken) : undefined
  const size =
    key.kind === 'sell'
      ? { sellAmountBeforeFee: String(amount) }
      : { buyAmountAfterFee: String(amount) }
  const placed = { signingScheme: 'eip1271', onchainOrder: true } as const
  return {
    ...{ ...key, ...size, validFor: validSeconds, appData: swapAppData(referrerCode, hook) },
    ...(isNative ? { ...placed, receiver: key.receiver ?? key.from } : {}),
  }
}

/** A quote, and until when it may be signed, by this machine's clock. */
export type QuoteOffer = {
  readonly answer: QuoteAnswer
  readonly fetchedAtMs: number
  readonly expiresAtMs: number
}

/** A quote and the order's slippage: together they determine what is signed. */
export type OrderOffer = QuoteOffer & { readonly slippageBps: number }

/** When an answer arrived, by this machine's clock, and by the service's if known. */
export type ArrivedAt = { readonly nowMs: number; readonly serverMs?: number | undefined }

/**
 * Computes until when a quote holds: as long as the service says by its own clock, at most a minute. A quote that seems
 * expired on arrival, because clocks differ, holds for a minute.
 */
export function dateOffer(answer: QuoteAnswer, { nowMs, serverMs }: ArrivedAt): QuoteOffer {
  const lastsMs = Date.parse(String(answer.expiration)) - (serverMs ?? nowMs)
  const isUsual = lastsMs > 0 && lastsMs < maxOfferMs
  return { answer, fetchedAtMs: nowMs, expiresAtMs: nowMs + (isUsual ? lastsMs : maxOfferMs) }
}

type ReferrerDocument = { readonly metadata?: { readonly referrer?: { readonly code?: string } } }

/** The affiliate code that an order of the offer carries. */
export function referrerOf({ answer }: QuoteOffer): string | undefined {
  const document = JSON.parse(answer.quote.appData) as ReferrerDocument
  return document.metadata?.referrer?.code
}

/** Compares a newer offer with the displayed one, from the owner's point of view. */
export function compareOffers(seen: QuoteOffer, newer: QuoteOffer): 'same' | 'better' | 'worse' {
  const before = prepareAmounts(seen.answer, 0).quotedAmount
  const after = prepareAmounts(newer.answer, 0).quotedAmount
  if (before === after) return 'same'
  return after > before === (newer.answer.quote.kind === 'sell') ? 'better' : 'worse'
}

/** An offer's amounts, cost included. */
export type OfferTerms = PreparedAmounts & {
  readonly kind: OrderKind
  /** Expected amounts of both sides. */
  readonly pays: bigint
  readonly gets: bigint
  /** The network cost in sell-token atoms. */
  readonly cost: bigint
}

/** Computes an offer's amounts under a slippage. */
export function offerTerms({ answer }: QuoteOffer, slippageBps: number): OfferTerms {
  const { kind, sellAmount, feeAmount, buyAmount } = answer.quote
  const amounts = prepareAmounts(answer, slippageBps)
  const cost = BigInt(feeAmount)
  return { ...amounts, kind, pays: BigInt(sellAmount) + cost, gets: BigInt(buyAmount), cost }
}

/** Expected buy-token atoms per whole sell token, network costs included. */
export function effectivePrice(
  { pays, gets }: Pick<OfferTerms, 'pays' | 'gets'>,
  sellDecimals: number,
): bigint {
  return pays === 0n ? 0n : (gets * 10n ** BigInt(sellDecimals)) / pays
}

type Priced = {
  readonly sellToken: { readonly decimals: number }
  readonly buyToken: { readonly decimals: number }
  /** Dollars per whole token; undefined while unknown. */
  readonly usd: { readonly sold: number | undefined; readonly bought: number | undefined }
}

/**
 * Returns the amount at the market price, costs excluded, by dollar prices: of the buy token for what a sell order pays,
 * of the sell token for what a buy order gets. Undefined without prices.
 */
export function marketAmount(
  { kind, pays, gets }: Pick<OfferTerms, 'kind' | 'pays' | 'gets'>,
  { sellToken, buyToken, usd }: Priced,
): bigint | undefined {
  return kind === 'sell'
    ? usdAmount(usdValue(pays, sellToken, usd.sold), buyToken, usd.bought)
    : usdAmount(usdValue(gets, buyToken, usd.bought), sellToken, usd.sold)
}
