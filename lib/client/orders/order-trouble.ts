import { formatUnits } from 'viem'
import { type ShownOrder, sellLimit } from './shown-order'

/** What keeps an open order from being filled. */
export type OrderTrouble = 'allowanceMissing' | 'lowBalance' | 'priceMoved'

/** What one whole token is worth in US dollars, and the digits behind its point. */
export type TokenWorth = { readonly usd: number; readonly decimals: number }

/** What is known of an order's chances; undefined: not known. */
export type OrderChances = {
  /** Atoms of the sell token that the owner holds. */
  readonly balance: bigint | undefined
  /** Atoms of the sell token that the vault relayer may take. */
  readonly allowance: bigint | undefined
  /** How far the limit is beyond the market, as {@link marketGap} gives it. */
  readonly gap: number | undefined
}

/** Prices of the two tokens come from different moments and pools; less than this may be nothing. */
const noticedGap = 0.01

/** What the order may still take of its sell token, in atoms. */
export function stillToSell(order: ShownOrder): bigint {
  return sellLimit(order) - order.executedSell
}

/**
 * What keeps an open order from being filled, the owner's own doing first. An order that was signed for a quote
 * was at the market then: where its limit is beyond the market now, the price has moved. Others may be meant to wait.
 */
export function findTrouble(
  order: ShownOrder,
  { balance, allowance, gap }: OrderChances,
): OrderTrouble | undefined {
  if (order.status !== 'open') return undefined
  // An order that may be filled in parts goes on with what there is.
  const needed = order.partiallyFillable ? 1n : stillToSell(order)
  if (allowance !== undefined && allowance < needed) return 'allowanceMissing'
  if (balance !== undefined && balance < needed) return 'lowBalance'
  return order.isQuoted && gap !== undefined && gap > noticedGap ? 'priceMoved' : undefined
}

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
