import type { Address } from '@/lib/core/address'
import { maxAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { OrderInteractions } from '@/lib/core/interaction'
import type { BuyTokenBalance, OrderKind, SellTokenBalance, SigningScheme } from '@/lib/core/order'

/** The effort that a quote is worth. Spec: Quote request. */
export type PriceQuality = 'fast' | 'optimal' | 'verified'

/** The amount that a request fixes, in atoms. */
export type QuoteSize =
  | { readonly kind: 'sell'; readonly sellAmountBeforeFee: bigint }
  | { readonly kind: 'sell'; readonly sellAmountAfterFee: bigint }
  | { readonly kind: 'buy'; readonly buyAmountAfterFee: bigint }

/** A quote request. */
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
  /** Gas limit of an eip1271 order's contract signature; {@link contractSignatureGas} by default. */
  readonly verificationGasLimit?: bigint
  /** Milliseconds; can only shorten {@link defaultTimeoutMs}. */
  readonly timeoutMs: number | undefined
}

/** A validated request: the tokens to route between, and fields of the resulting order. */
export type Question = {
  readonly request: QuoteRequest
  readonly pair: { readonly sellToken: Address; readonly buyToken: Address }
  readonly validTo: number
  readonly appDataHash: Hex
  /** Hooks from the order's app data. */
  readonly interactions: OrderInteractions
}

/** Default and maximum duration of a quote in milliseconds. Spec: Limits. */
export const defaultTimeoutMs = 5_000

/** Default validity of a quoted order in seconds, as in the public API. */
export const defaultValidForSeconds = 1_800

/** Default gas of an order besides its route: signature check, transfers, storage. As in other public order books. */
export const settlementGas = 106_391n

/**
 * Gas of a token transfer that {@link settlementGas} and the gas of hops contain: a plain one to an account without any
 * uses 30,000 to 35,000, USDC and USDT with a finite allowance up to 50,000.
 */
export const plainTransferGas = 50_000n

/**
 * Returns the gas of an order's transfers beyond plain ones, by the measured gas of a transfer of each of its tokens. Each
 * token moves twice: between the owner and the contract, and between the contract and a pool.
 */
export function extraTransferGas(measured: Iterable<bigint>): bigint {
  let extra = 0n
  for (const gas of measured) extra += 2n * maxAmount(gas - plainTransferGas, 0n)
  return extra
}

/** Default gas of a contract signature, as in the public API (`verificationGasLimit`). */
export const contractSignatureGas = 27_000n

/** Maximum gas of one order's settlement, contract signature and hooks included. As in other public order books. */
export const maxOrderGas = 8_000_000n

/** An order's network cost, and its value in the sell token. */
export type NetworkCost = {
  readonly gas: bigint
  /** Wei per unit of gas. */
  readonly gasPrice: bigint
  /** Wei that the network charges for the settlement's data besides its gas. */
  readonly dataFee: bigint
  /** Native atoms per 1e18 sell-token atoms. */
  readonly sellTokenPrice: bigint
}

/** The amounts of a quote, in atoms. */
export type QuoteAmounts = {
  /** The order's sell amount, without the fee. */
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly feeAmount: bigint
}

/** A priced request. */
export type Quote = QuoteAmounts & {
  readonly id: bigint | undefined
  readonly request: QuoteRequest
  readonly kind: OrderKind
  readonly validTo: number
  readonly appDataHash: Hex
  /** The app data of the request: a document, a hash, or nothing. */
  readonly appDataDocument: string | undefined
  readonly cost: NetworkCost
  /** The part of the network cost's gas for the contract signature and the hooks. */
  readonly extraGas: bigint
  /** Upper bound on the gap between these amounts and the optimum over the pools, in bps; undefined if not proven. */
  readonly optimalityGapBps: number | undefined
  readonly verified: boolean
  /** Unix milliseconds after which an order may no longer rely on this fee. */
  readonly expirationMs: number
  readonly volumeFeeBps: number
}
