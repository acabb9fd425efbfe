import type { QuoteAnswer, QuoteBody } from '@/lib/client/api'
import { type AppDataHook, expectedPermitHook } from '@/lib/client/app-data-hook'
import { type PreparedAmounts, prepareAmounts } from '@/lib/client/prepare-order'
import type { Address } from '@/lib/core/address'
import type { OrderKind } from '@/lib/core/order'

/** The document that orders of these pages carry: the same text for the same affiliate code and other metadata. */
export function pageAppData(
  referrerCode: string | undefined,
  others: Readonly<Record<string, unknown>> = {},
): string {
  const referrer = referrerCode === undefined ? {} : { referrer: { code: referrerCode } }
  const metadata = { ...others, ...referrer }
  return JSON.stringify({ appCode: 'Coincide', metadata, version: '1.3.0' })
}

/** The document of an order of the swap form, with a hook before the trade where it brings one. */
export function swapAppData(referrerCode: string | undefined, preHook?: AppDataHook): string {
  return pageAppData(referrerCode, preHook && { hooks: { pre: [preHook] } })
}

/** Asks for prices where no wallet is connected. */
export const nobody: Address = '0x000000000000000000000000000000000000dead'

const longestOfferMs = 60_000

/** What decides a price: two requests with equal keys get offers for the same order. */
export type QuoteKey = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly kind: OrderKind
  /** Atoms of the side that `kind` names. */
  readonly amount: bigint
  readonly from: Address
  /** Who gets what is bought; undefined: the owner. */
  readonly receiver: Address | undefined
  /** Seconds that the order can be settled. */
  readonly validSeconds: number
  /** The affiliate code that the order will carry. */
  readonly referrerCode: string | undefined
  /** Whether the native token is paid for the sell token, to the contract that places and owns such orders. */
  readonly isNative?: boolean
  /** Whether the order will bring a permit of the sell token along, which costs gas. */
  readonly bringsPermit?: boolean
}

/** A text that two keys share if, and only if, they are equal. */
export function quoteKeyId({ amount, ...key }: QuoteKey): string {
  return JSON.stringify([
    ...[key.sellToken, key.buyToken, key.kind, String(amount), key.from],
    ...[key.receiver ?? null, key.validSeconds, key.referrerCode ?? null, key.isNative ?? false],
    key.bringsPermit ?? false,
  ])
}

/** Whether two requests get offers for the same order. */
export function isSameKey(a: QuoteKey, b: QuoteKey): boolean {
  return quoteKeyId(a) === quoteKeyId(b)
}

/** The body that asks for an offer. An order on the chain names who is paid, its owner being a contract. */
export function quoteBody({ amount, referrerCode, validSeconds, ...rest }: QuoteKey): QuoteBody {
  const { isNative = false, bringsPermit, ...key } = rest
  const hook = bringsPermit ? expectedPermitHook(key.sellToken) : undefined
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

/** An answer and until when it may be signed, by this machine's clock. */
export type QuoteOffer = {
  readonly answer: QuoteAnswer
  readonly fetchedAtMs: number
  readonly expiresAtMs: number
}

/** An offer with the slippage that its order grants: together they are what is signed. */
export type OrderOffer = QuoteOffer & { readonly slippageBps: number }

/** When an answer arrived: by this machine's clock, and by the service's where it told the time. */
export type ArrivedAt = { readonly nowMs: number; readonly serverMs?: number | undefined }

/**
 * Dates an answer. It holds as long as the service says by its own clock, a minute at most; where it would be
 * over at once, which clocks that differ make of it, a minute.
 */
export function dateOffer(answer: QuoteAnswer, { nowMs, serverMs }: ArrivedAt): QuoteOffer {
  const lastsMs = Date.parse(String(answer.expiration)) - (serverMs ?? nowMs)
  const isUsual = lastsMs > 0 && lastsMs < longestOfferMs
  return { answer, fetchedAtMs: nowMs, expiresAtMs: nowMs + (isUsual ? lastsMs : longestOfferMs) }
}

type ReferrerDocument = { readonly metadata?: { readonly referrer?: { readonly code?: string } } }

/** The affiliate code that an order of the offer carries. */
export function referrerOf({ answer }: QuoteOffer): string | undefined {
  const document = JSON.parse(answer.quote.appData) as ReferrerDocument
  return document.metadata?.referrer?.code
}

/** How a newer offer compares with the one that was looked at, for its owner. */
export function compareOffers(seen: QuoteOffer, newer: QuoteOffer): 'same' | 'better' | 'worse' {
  const before = prepareAmounts(seen.answer, 0).quotedAmount
  const after = prepareAmounts(newer.answer, 0).quotedAmount
  if (before === after) return 'same'
  return after > before === (newer.answer.quote.kind === 'sell') ? 'better' : 'worse'
}

/** What an offer comes to, with the cost that it includes. */
export type OfferTerms = PreparedAmounts & {
  readonly kind: OrderKind
  /** Both sides if nothing moves. */
  readonly pays: bigint
  readonly gets: bigint
  /** Atoms of the sell token that the network takes. */
  readonly cost: bigint
}

/** The amounts of an offer under a slippage. */
export function offerTerms({ answer }: QuoteOffer, slippageBps: number): OfferTerms {
  const { kind, sellAmount, feeAmount, buyAmount } = answer.quote
  const amounts = prepareAmounts(answer, slippageBps)
  const cost = BigInt(feeAmount)
  return { ...amounts, kind, pays: BigInt(sellAmount) + cost, gets: BigInt(buyAmount), cost }
}

/** Atoms of the buy token that a whole sell token brings if nothing moves, network costs included. */
export function effectivePrice(
  { pays, gets }: Pick<OfferTerms, 'pays' | 'gets'>,
  sellDecimals: number,
): bigint {
  return pays === 0n ? 0n : (gets * 10n ** BigInt(sellDecimals)) / pays
}
