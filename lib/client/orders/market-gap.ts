import { formatUnits } from 'viem'
import { type ShownOrder, sellLimit } from './shown-order'

/** What one whole token is worth in US dollars, and the digits behind its point. */
type TokenWorth = { readonly usd: number; readonly decimals: number }

/**
 * How much more the limit asks for than the market gives, as a part of what the market gives: 0.05 is five percent
 * too much, negative is less than the market gives. Undefined where nothing can be compared.
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
