import { formatUnits } from 'viem'
import type { ParsedAmount } from '@/lib/client/amount-text'

/** A price as an exact fraction: `bought` atoms of the buy token for `sold` atoms of the sell token, both positive. */
export type Ratio = { readonly bought: bigint; readonly sold: bigint }

/** Format of a price: its tokens' decimals, and its direction. */
export type PriceScale = {
  readonly sellDecimals: number
  readonly buyDecimals: number
  /** Sell tokens per buy token. */
  readonly isInverted: boolean
}

/** Maximum number of decimals of a typed price. */
export const priceDecimals = 48
/** Enough for every price, and short enough for the field. */
const shownDigits = 8

/**
 * Returns the sell amount for a market quote while none is typed: a power of ten of whole tokens worth at least 1,000
 * US dollars, so that the network cost hardly affects the price; one token if its value is unknown.
 */
export function sampleAmount(decimals: number, usd: number | undefined): bigint {
  const tens = usd ? Math.ceil(Math.log10(1_000 / usd)) : 0
  return 10n ** BigInt(decimals + Math.min(24, Math.max(0, tens)))
}

/** Returns the price of two amounts; undefined if one of them is 0. */
export function ratioOf(bought: bigint, sold: bigint): Ratio | undefined {
  return bought > 0n && sold > 0n ? { bought, sold } : undefined
}

/** Parses a typed price with {@link priceDecimals}; undefined if it is invalid. */
export function typedRatio(typed: ParsedAmount, scale: PriceScale): Ratio | undefined {
  if (!('atoms' in typed)) return undefined
  const { sellUnit, buyUnit } = unitsOf(scale)
  const one = 10n ** BigInt(priceDecimals)
  return scale.isInverted
    ? ratioOf(one * buyUnit, typed.atoms * sellUnit)
    : ratioOf(typed.atoms * buyUnit, one * sellUnit)
}

/** Formats a price for a text field with eight significant digits, truncated. */
export function ratioText({ bought, sold }: Ratio, scale: PriceScale): string {
  const { sellUnit, buyUnit } = unitsOf(scale)
  const one = 10n ** BigInt(priceDecimals)
  const atoms = scale.isInverted
    ? (sold * buyUnit * one) / (bought * sellUnit)
    : (bought * sellUnit * one) / (sold * buyUnit)
  return cut(formatUnits(atoms, priceDecimals))
}

/** Returns the minimum buy amount for a sell amount: rounded up, so that the price is never worse than stated. */
export function boughtFor(sold: bigint, price: Ratio): bigint {
  return (sold * price.bought + price.sold - 1n) / price.sold
}

/** Returns the limit's distance from the market in basis points: positive if it waits, else it is fillable now. */
export function distanceBps(price: Ratio, market: Ratio): number {
  const limitValue = price.bought * market.sold
  const marketValue = market.bought * price.sold
  return Number(((limitValue - marketValue) * 1_000_000n) / marketValue) / 100
}

/** Returns whether an order with this {@link distanceBps} waits for its price. */
export const waitsForPrice = (distance: number): boolean => distance >= 0.5

/** Beyond it, in basis points, dollar prices say nothing about what an order can get. */
const maxSpread = 500

/**
 * Returns the market price that the pages show, by dollar prices and without costs; what can be had instead if dollar
 * prices are unknown or far from it, as for a thin market.
 */
export function shownMarket(got: Ratio, byDollars: Ratio | undefined): Ratio {
  if (byDollars === undefined) return got
  return Math.abs(distanceBps(byDollars, got)) <= maxSpread ? byDollars : got
}

/** Returns the market price at which an order gets its limit; `costs` are the sell amount and what remains of it. */
export function withCosts(price: Ratio, costs: Ratio): Ratio {
  return { bought: price.bought * costs.bought, sold: price.sold * costs.sold }
}

function unitsOf({ sellDecimals, buyDecimals }: PriceScale) {
  return { sellUnit: 10n ** BigInt(sellDecimals), buyUnit: 10n ** BigInt(buyDecimals) }
}

/** Keeps all integer digits, and as many decimals as make eight significant digits. */
function cut(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const counted = whole === '0' ? 0 : whole.length
  const decimals = fraction.slice(0, zeros + Math.max(0, shownDigits - counted)).replace(/0+$/, '')
  return decimals === '' ? whole : `${whole}.${decimals}`
}
