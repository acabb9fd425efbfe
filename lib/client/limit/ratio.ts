import { formatUnits } from 'viem'
import type { ParsedAmount } from '@/lib/client/amount-text'

/** A price as an exact fraction: `bought` atoms of the buy token for `sold` atoms of the sell token, both above 0. */
export type Ratio = { readonly bought: bigint; readonly sold: bigint }

/** How a price is written: by the decimals of its tokens, and of which of them it is. */
export type PriceScale = {
  readonly sellDecimals: number
  readonly buyDecimals: number
  /** Written as sell tokens per buy token. */
  readonly isInverted: boolean
}

/** Decimals that a price may be typed with. */
export const priceDecimals = 48
const shownDigits = 8

/**
 * Atoms to ask the market for while no amount is typed: a power of ten of whole tokens, worth 1,000 US dollars at least,
 * so that the network cost counts little in the price; one token where nobody knows what it is worth.
 */
export function sampleAmount(decimals: number, usd: number | undefined): bigint {
  const tens = usd ? Math.ceil(Math.log10(1_000 / usd)) : 0
  return 10n ** BigInt(decimals + Math.min(24, Math.max(0, tens)))
}

/** The price of two amounts; undefined where one of them is 0. */
export function ratioOf(bought: bigint, sold: bigint): Ratio | undefined {
  return bought > 0n && sold > 0n ? { bought, sold } : undefined
}

/** The price that was typed, read with {@link priceDecimals}; undefined when it is none. */
export function typedRatio(typed: ParsedAmount, scale: PriceScale): Ratio | undefined {
  if (!('atoms' in typed)) return undefined
  const { sellUnit, buyUnit } = unitsOf(scale)
  const one = 10n ** BigInt(priceDecimals)
  return scale.isInverted
    ? ratioOf(one * buyUnit, typed.atoms * sellUnit)
    : ratioOf(typed.atoms * buyUnit, one * sellUnit)
}

/** A price for a text field, to eight digits that count; cut, not rounded. */
export function ratioText({ bought, sold }: Ratio, scale: PriceScale): string {
  const { sellUnit, buyUnit } = unitsOf(scale)
  const one = 10n ** BigInt(priceDecimals)
  const atoms = scale.isInverted
    ? (sold * buyUnit * one) / (bought * sellUnit)
    : (bought * sellUnit * one) / (sold * buyUnit)
  return cut(formatUnits(atoms, priceDecimals))
}

/** What at least is to be bought for an amount: rounded up, so that the price is never worse than it says. */
export function boughtFor(sold: bigint, price: Ratio): bigint {
  return (sold * price.bought + price.sold - 1n) / price.sold
}

/** How much more a price asks than the market gives, in basis points: above 0 it waits, else it can be filled now. */
export function distanceBps(price: Ratio, market: Ratio): number {
  const asked = price.bought * market.sold
  const given = market.bought * price.sold
  return Number(((asked - given) * 1_000_000n) / given) / 100
}

/** Whether an order waits for its price at a distance of {@link distanceBps}; else it fills immediately. */
export const waitsForPrice = (distance: number): boolean => distance >= 0.5

/** The price at which the market must be for an order to get its own; `costs` is what is sold for what is left of it. */
export function withCosts(price: Ratio, costs: Ratio): Ratio {
  return { bought: price.bought * costs.bought, sold: price.sold * costs.sold }
}

function unitsOf({ sellDecimals, buyDecimals }: PriceScale) {
  return { sellUnit: 10n ** BigInt(sellDecimals), buyUnit: 10n ** BigInt(buyDecimals) }
}

/** Leaves whole digits whole, and of a fraction what makes eight digits that count. */
function cut(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const counted = whole === '0' ? 0 : whole.length
  const kept = fraction.slice(0, zeros + Math.max(0, shownDigits - counted)).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}
