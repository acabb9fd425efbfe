import type { PartnerFee } from '@/lib/app-data/metadata'
import type { Address } from '@/lib/core/address'
import type { Offer } from './queries/offer-store'

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

/** How a fee is counted; `offer` is what a price improvement has to beat. */
export function feePolicyJson(fee: PartnerFee, offer: Offer): FeePolicyJson {
  if ('volumeBps' in fee) return { volume: { factor: fee.volumeBps / 10_000 } }
  const maxVolumeFactor = fee.maxVolumeBps / 10_000
  if ('surplusBps' in fee) return { surplus: { factor: fee.surplusBps / 10_000, maxVolumeFactor } }
  const quote = { sellAmount: String(offer.sellAmount), buyAmount: String(offer.buyAmount) }
  const factor = fee.priceImprovementBps / 10_000
  return { priceImprovement: { factor, maxVolumeFactor, quote: { ...quote, fee: '0' } } }
}
