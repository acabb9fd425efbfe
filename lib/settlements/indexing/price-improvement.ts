import { mulDiv, mulDivUp } from '@/lib/core/amount'
import type { OrderKind } from '@/lib/core/order'

/** Exchanged or offered amounts in atoms; the sell amount includes the fee. */
export type Exchange = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/** An order's limit. */
type Limit = Exchange & {
  readonly kind: OrderKind
  /** The scheduled order that it is a part of. */
  readonly schedule?: string | undefined
}

/** Improvement of a fill: atoms of the buy token (sell order) or of the sell token (buy order), and bps. */
export type PriceImprovement = { readonly surplus: bigint; readonly bps: number }

/** Minimum improvement worth a notification: a tenth of a percent, below which it is noise of the quote. */
const minBps = 10

/**
 * Returns a fill's improvement over the expected price if it is worth a notification.
 *
 * The expected price is the quote if it is better than the limit, else the limit, which no fill can miss. A part of a
 * schedule has no expected price: its limit is far below the market, and a quote would be of another day.
 */
export function findImprovement(
  order: Limit,
  fill: Exchange,
  quote: Exchange | undefined,
): PriceImprovement | undefined {
  if (order.schedule !== undefined) return undefined
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

/** Returns whether `a` has a better price than `b`. */
function isBetter(a: Exchange, b: Exchange): boolean {
  return a.buyAmount * b.sellAmount > b.buyAmount * a.sellAmount
}
