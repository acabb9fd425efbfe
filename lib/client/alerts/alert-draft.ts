import { plainDecimal } from '@/lib/client/amount-text'
import type { Locale } from '@/lib/core/format/locale'
import { type PriceTarget, priceLimits } from '@/lib/core/price-alert'

/** What a typed price makes of an alert. A price above the current one waits for a rise, one below for a fall. */
export type AlertDraft =
  | { readonly state: 'empty' | 'malformed' | 'reached' | 'unpriced' }
  | {
      readonly state: 'ready'
      readonly target: PriceTarget
      /** Distance from the current price, as a fraction of it. */
      readonly distance: number
    }

/** Reads the price of an alert; `price` is the current one in US dollars, undefined if there is none. */
export function readAlertDraft(
  text: string,
  { price, locale }: { readonly price: number | undefined; readonly locale: Locale },
): AlertDraft {
  if (text.trim() === '') return { state: 'empty' }
  const limitUsd = Number(plainDecimal(text.replace('$', ''), locale) || Number.NaN)
  const isPrice = limitUsd >= priceLimits.min && limitUsd <= priceLimits.max
  if (!isPrice) return { state: 'malformed' }
  if (price === undefined) return { state: 'unpriced' }
  if (limitUsd === price) return { state: 'reached' }
  const condition = limitUsd > price ? 'above' : 'below'
  return { state: 'ready', target: { condition, limitUsd }, distance: limitUsd / price - 1 }
}

/** Returns a price at a distance from the current one, rounded to five significant digits, as plain decimal text. */
export function priceAt(price: number, distance: number): string {
  const limit = Number((price * (1 + distance)).toPrecision(5))
  return limit >= 1e-6 ? String(limit) : limit.toFixed(18).replace(/0+$/, '')
}
