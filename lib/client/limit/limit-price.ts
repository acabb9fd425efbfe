import { formatUnits } from 'viem'
import { decimalText } from '@/lib/client/amount-text'
import type { Locale } from '@/lib/core/format/locale'
import { rateText } from '@/lib/core/format/number-text'
import { type PriceScale, priceDecimals, type Ratio, ratioText } from './ratio'

/** Significant digits of a price below 100, so that a chip recognises its own. */
const smallDigits = 6

/**
 * Formats a price for the field: as it is shown elsewhere ("3,081.98"), but below 100 with six significant digits, zeros
 * trimmed ("0.000324337"). Omits grouping if a point groups: editing a digit would turn thousands into units.
 */
export function fieldPriceText(price: number, locale: Locale): string {
  if (price < 99.99995) return decimalText(smallText(price), locale)
  const text = rateText(price, locale)
  return locale === 'de' ? text.replaceAll('.', '') : text
}

function smallText(price: number): string {
  const decimals = Math.max(0, smallDigits - 1 - Math.floor(Math.log10(price)))
  const text = price.toFixed(Math.min(decimals, priceDecimals))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Distances of the price chips from the market, in percent, better for the owner. */
export const priceSteps = [1, 2, 5, 10] as const

/** A price as it is shown, and as the number that a chart needs. */
export const shownNumber = (ratio: Ratio, scale: PriceScale): number =>
  Number(ratioText(ratio, scale))

/**
 * Returns the price that is a number of percent better than the market, in the direction in which it is shown: more
 * bought per sold token, or less sold per bought token.
 */
export function stepPrice(market: Ratio, percent: number, scale: PriceScale): number {
  const factor = BigInt(scale.isInverted ? 100 - percent : 100 + percent)
  const { bought, sold } = market
  const moved = scale.isInverted
    ? { bought: bought * 100n, sold: sold * factor }
    : { bought: bought * factor, sold: sold * 100n }
  return shownNumber(moved, scale)
}

/** Returns how far a price is from the market as they are shown, as a fraction: 0.02 is two percent above. */
export function shownDistance(price: Ratio, market: Ratio, { isInverted }: PriceScale): number {
  const [upper, lower] = [price.bought * market.sold, market.bought * price.sold]
  const [of, against] = isInverted ? [lower, upper] : [upper, lower]
  return Number(formatUnits(((of - against) * 10n ** 12n) / against, 12))
}

/** Returns whether a price is that of a chip, up to the rounding of {@link fieldPriceText}. */
export const isAtStep = (distance: number, percent: number, { isInverted }: PriceScale): boolean =>
  Math.abs(distance - (isInverted ? -percent : percent) / 100) < 0.00005
