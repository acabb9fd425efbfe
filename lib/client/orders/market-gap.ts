import { formatUnits } from 'viem'
import { type ShownOrder, sellLimit } from './shown-order'

/** A token's price in US dollars, and its decimals. */
type TokenWorth = { readonly usd: number; readonly decimals: number }

/**
 * Returns how far the limit is beyond the market, as a fraction of the market price: 0.05 is five percent too much,
 * negative is below the market. Undefined without prices.
 */
export function marketGap(
  order: ShownOrder,
  worth: { readonly sold: TokenWorth | undefined; readonly bought: TokenWorth | undefined },
): number | undefined {
  const given = dollarsOf(sellLimit(order), worth.sold)
  const asked = dollarsOf(order.buyAmount, worth.bought)
  if (!given || !asked || !Number.isFinite(asked / given)) return undefined
  return asked / given - 1
}

function dollarsOf(atoms: bigint, worth: TokenWorth | undefined): number | undefined {
  return worth && Number(formatUnits(atoms, worth.decimals)) * worth.usd
}
