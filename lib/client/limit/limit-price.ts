import { formatUnits } from 'viem'
import { type PriceScale, priceDecimals, type Ratio, ratioText } from './ratio'

/** Significant digits of a price that is chosen on the chart or by a chip. */
const chosenDigits = 6

/** Formats a price as a plain decimal number with six significant digits, zeros trimmed: "3081.98", "0.000324". */
export function chosenPriceText(price: number): string {
  const decimals = Math.max(
    0,
    Math.min(priceDecimals, chosenDigits - 1 - Math.floor(Math.log10(price))),
  )
  const text = price.toFixed(Math.min(decimals, 100))
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
export function stepPriceText(market: Ratio, percent: number, scale: PriceScale): string {
  const factor = BigInt(scale.isInverted ? 100 - percent : 100 + percent)
  const { bought, sold } = market
  const moved = scale.isInverted
    ? { bought: bought * 100n, sold: sold * factor }
    : { bought: bought * factor, sold: sold * 100n }
  return chosenPriceText(shownNumber(moved, scale))
}

/** Returns how far a price is from the market as they are shown, as a fraction: 0.02 is two percent above. */
export function shownDistance(price: Ratio, market: Ratio, { isInverted }: PriceScale): number {
  const [upper, lower] = [price.bought * market.sold, market.bought * price.sold]
  const [of, against] = isInverted ? [lower, upper] : [upper, lower]
  return Number(formatUnits(((of - against) * 10n ** 12n) / against, 12))
}

/** Returns whether a price is that of a chip, up to the rounding of {@link chosenPriceText}. */
export const isAtStep = (distance: number, percent: number, { isInverted }: PriceScale): boolean =>
  Math.abs(distance - (isInverted ? -percent : percent) / 100) < 0.00005
