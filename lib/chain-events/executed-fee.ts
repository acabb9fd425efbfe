import type { Address } from '@/lib/core/address'

/** How a fee is counted, as the public API tells it: shares are parts of one, a quote's amounts atoms as text. */
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
          /** Counted in `sellAmount`. */
          readonly fee: '0'
        }
      }
    }

/** A fee that a fill has paid, as it is stored; the amount in atoms as text. */
export type ExecutedFee = {
  readonly policy: FeePolicyJson
  readonly token: Address
  readonly amount: string
  readonly recipient: Address
}
