import type { PartnerFee } from '@/lib/app-data/metadata'
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

/**
 * Converts a partner fee to the public API's form. A price improvement is measured against `offer`: the quoted amounts
 * in atoms, the sell amount with the network cost.
 */
export function feePolicyJson(
  fee: PartnerFee,
  offer: { readonly sellAmount: bigint; readonly buyAmount: bigint },
): FeePolicyJson {
  if ('volumeBps' in fee) return { volume: { factor: fee.volumeBps / 10_000 } }
  const maxVolumeFactor = fee.maxVolumeBps / 10_000
  if ('surplusBps' in fee) return { surplus: { factor: fee.surplusBps / 10_000, maxVolumeFactor } }
  const quote = { sellAmount: String(offer.sellAmount), buyAmount: String(offer.buyAmount) }
  const factor = fee.priceImprovementBps / 10_000
  return { priceImprovement: { factor, maxVolumeFactor, quote: { ...quote, fee: '0' } } }
}
