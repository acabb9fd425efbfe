import type { Translator } from '@/lib/client/i18n/translator'
import { type Address, toAddress } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'
import type { QuoteOffer } from './quote-offer'

/** Returns the service's own fee in basis points; orders of these pages pay no partner. */
export const feeBps = ({ answer }: QuoteOffer): number => Number(answer.protocolFeeBps ?? 0)

/** Formats the service's own fee. */
export function feeText(t: Translator<'swap'>, format: Format, offer: QuoteOffer): string {
  const bps = feeBps(offer)
  return bps > 0
    ? t('offer.feeIncluded', { percent: format.percent(bps / 10_000) })
    : t('offer.noFee')
}

/** Formats whole minutes, such as "1 hour 30 minutes". */
export function durationText(t: Translator<'swap'>, seconds: number): string {
  const total = Math.round(seconds / 60)
  const hours = t('duration.hours', { count: Math.floor(total / 60) })
  const minutes = t('duration.minutes', { count: total % 60 })
  if (total < 60) return minutes
  return total % 60 === 0 ? hours : t('duration.both', { hours, minutes })
}

/** Returns the recipient of an offer; undefined if it is the owner. */
export function otherReceiver({ answer }: QuoteOffer): Address | undefined {
  const receiver = toAddress(answer.quote.receiver)
  return receiver === toAddress(answer.from) ? undefined : receiver
}
