import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderInteractions } from '@/lib/core/interaction'
import type { BuyTokenBalance, OrderKind, SellTokenBalance, SigningScheme } from '@/lib/core/order'

/** How much effort a quote is worth. Spec: Quote request. */
export type PriceQuality = 'fast' | 'optimal' | 'verified'

/** The one size that a request fixes, in atoms. */
export type QuoteSize =
  | { readonly kind: 'sell'; readonly sellAmountBeforeFee: bigint }
  | { readonly kind: 'sell'; readonly sellAmountAfterFee: bigint }
  | { readonly kind: 'buy'; readonly buyAmountAfterFee: bigint }

/** What a trader asks a price for. */
export type QuoteRequest = {
  readonly chainId: number
  readonly sellToken: Address
  readonly buyToken: Address
  readonly from: Address
  readonly receiver: Address | undefined
  readonly size: QuoteSize
  /** Absolute Unix seconds or seconds from now. */
  readonly expiry: { readonly validTo: number } | { readonly validFor: number }
  readonly appData: string | undefined
  readonly appDataHash: Hex | undefined
  readonly sellTokenBalance: SellTokenBalance
  readonly buyTokenBalance: BuyTokenBalance
  readonly priceQuality: PriceQuality
  readonly signingScheme: SigningScheme
  readonly onchainOrder: boolean
  /** Gas that the wallet of an eip1271 order may use; {@link contractSignatureGas} unless given. */
  readonly verificationGasLimit?: bigint
  /** Milliseconds; only ever shortens {@link defaultTimeoutMs}. */
  readonly timeoutMs: number | undefined
}

/** A checked request: the tokens to route between and the order fields that it leads to. */
export type Question = {
  readonly request: QuoteRequest
  readonly pair: { readonly sellToken: Address; readonly buyToken: Address }
  readonly validTo: number
  readonly appDataHash: Hex
  /** What the order's app data has its settlement call. */
  readonly interactions: OrderInteractions
}

/** The time a quote may take; a request's own timeout is capped to it. Spec: Limits. */
export const defaultTimeoutMs = 5_000

/** Seconds a quote without an expiry is valid for. */
export const defaultValidForSeconds = 1_800

/** What settling one order costs beside its route, where that was not measured: signature check, transfers, books. */
export const settlementGas = 106_391n

/** What checking a contract signature is assumed to cost, where the trader does not say. */
export const contractSignatureGas = 27_000n

/** Gas that settling one order may take at most, contract signature and hooks included. */
export const maxOrderGas = 8_000_000n

/** What an order costs the network, and what that is in its sell token. */
export type NetworkCost = {
  readonly gas: bigint
  /** Wei per unit of gas. */
  readonly gasPrice: bigint
  /** Native atoms per 1e18 sell-token atoms. */
  readonly sellTokenPrice: bigint
}

/** The amounts of a quote, in atoms. */
export type QuoteAmounts = {
  /** What the order sells, without the fee. */
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly feeAmount: bigint
}

/** The offer made for a request. */
export type Quote = QuoteAmounts & {
  readonly id: bigint | undefined
  readonly request: QuoteRequest
  readonly kind: OrderKind
  readonly validTo: number
  readonly appDataHash: Hex
  /** What the request sent as app data: the document, its hash, or nothing. */
  readonly appDataDocument: string | undefined
  readonly cost: NetworkCost
  /** The part of the cost's gas that goes to a contract signature and to hooks. */
  readonly extraGas: bigint
  /**
   * How far the amounts are at most from the best that the pools could give, in hundredths of a percent; undefined where
   * that is not proven.
   */
  readonly optimalityGapBps: number | undefined
  readonly verified: boolean
  /** Unix milliseconds after which the fee may be refused. */
  readonly expirationMs: number
  readonly volumeFeeBps: number
}
