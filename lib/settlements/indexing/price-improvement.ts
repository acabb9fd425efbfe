import { mulDiv, mulDivUp } from '@/lib/core/amount'
import type { OrderKind } from '@/lib/core/order'

/** Amounts that were exchanged or offered for one another, in atoms; what is sold includes the fee. */
export type Exchange = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/** What an order asks for at least. */
type Limit = Exchange & { readonly kind: OrderKind }

/** How much better a fill was: atoms of the buy token (sell order) or sell token (buy order), and bps. */
export type PriceImprovement = { readonly surplus: bigint; readonly bps: number }

/** From here on an improvement is worth telling. */
const minBps = 10

/**
 * How much better a fill was than what was expected, if it is worth telling.
 *
 * What was expected is what the order was quoted where that is better than the limit, else the limit:
 * nobody can get less than that.
 */
export function findImprovement(
  order: Limit,
  fill: Exchange,
  quote: Exchange | undefined,
): PriceImprovement | undefined {
  const expected = quote && isBetter(quote, order) ? quote : order
  const { reference, surplus } =
    order.kind === 'sell' ? surplusOfSell(fill, expected) : surplusOfBuy(fill, expected)
  if (reference === 0n || surplus <= 0n) return undefined
  const bps = Number((surplus * 10_000n) / reference)
  return bps >= minBps ? { surplus, bps } : undefined
}

function surplusOfSell(fill: Exchange, expected: Exchange) {
  if (expected.sellAmount === 0n) return { reference: 0n, surplus: 0n }
  const reference = mulDivUp(fill.sellAmount, expected.buyAmount, expected.sellAmount)
  return { reference, surplus: fill.buyAmount - reference }
}

function surplusOfBuy(fill: Exchange, expected: Exchange) {
  if (expected.buyAmount === 0n) return { reference: 0n, surplus: 0n }
  const reference = mulDiv(fill.buyAmount, expected.sellAmount, expected.buyAmount)
  return { reference, surplus: reference - fill.sellAmount }
}

/** Whether `a` gives more for what is sold than `b`. */
function isBetter(a: Exchange, b: Exchange): boolean {
  return a.buyAmount * b.sellAmount > b.buyAmount * a.sellAmount
}
