import type { Address } from '@/lib/core/address'

/**
 * How a fee was computed, in the public API's format: shares are fractions, a quote's amounts are decimal strings in
 * atoms.
 */
export type FeePolicyJson =
  | { readonly volume: { readonly factor: number } }
  | { readonly surplus: { readonly factor: number; readonly maxVolumeFactor: number } }
  | {
      readonly priceImprovement: {
        readonly factor: number
        readonly maxVolumeFactor: number
        readonly quote: {
          readonly sellAmount: string
          readonly buyAmount: string
          /** Included in `sellAmount`. */
          readonly fee: '0'
        }
      }
    }

/** A fee paid by a fill, as stored; the amount is a decimal string in atoms. */
export type ExecutedFee = {
  readonly policy: FeePolicyJson
  readonly token: Address
  readonly amount: string
  readonly recipient: Address
}
