import type { PartnerFee } from '@/lib/app-data/metadata'
import type { FeePolicyJson } from '@/lib/chain-events/executed-fee'
import type { Offer } from './queries/offer-store'

/** Converts a fee policy to the public API's form; a price improvement is measured against `offer`. */
export function feePolicyJson(fee: PartnerFee, offer: Offer): FeePolicyJson {
  if ('volumeBps' in fee) return { volume: { factor: fee.volumeBps / 10_000 } }
  const maxVolumeFactor = fee.maxVolumeBps / 10_000
  if ('surplusBps' in fee) return { surplus: { factor: fee.surplusBps / 10_000, maxVolumeFactor } }
  const quote = { sellAmount: String(offer.sellAmount), buyAmount: String(offer.buyAmount) }
  const factor = fee.priceImprovementBps / 10_000
  return { priceImprovement: { factor, maxVolumeFactor, quote: { ...quote, fee: '0' } } }
}
