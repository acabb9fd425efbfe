import { formatUnits } from 'viem'
import { mulDiv, mulDivUp } from '@/lib/core/amount'
import { hasFills, type OrderAmounts, sellLimit, shownAmounts } from './shown-order'

/** Amounts exchanged or offered, in atoms; the sell amount includes the fee. */
export type Offer = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/**
 * An order's prices as amounts of the token that is not fixed (bought when selling, sold when buying), in atoms; all
 * for the same part: what is traded, else the whole.
 */
export type OrderPrices = {
  /** The limit. */
  readonly limit: bigint
  /** The quoted amount; also undefined if the owner asked for more, since such an order waits for its price. */
  readonly quoted: bigint | undefined
  readonly executed: bigint | undefined
  /** Improvement over the quote, negative if worse; undefined before a trade, or without a quote. */
  readonly vsQuote: bigint | undefined
  /** Improvement over the limit, unused slippage included; undefined before a trade. */
  readonly vsLimit: bigint | undefined
}

/** Derives an order's prices; `offer` is its quote. */
export function orderPrices(order: OrderAmounts, offer?: Offer): OrderPrices {
  const isSell = order.kind === 'sell'
  const { sold, bought } = shownAmounts(order)
  const priceIn = ({ sellAmount, buyAmount }: Offer) =>
    isSell
      ? mulDivUp(sold, buyAmount, sellAmount || 1n)
      : mulDiv(bought, sellAmount, buyAmount || 1n)
  const limit = priceIn({ sellAmount: sellLimit(order), buyAmount: order.buyAmount })
  const offered = offer && priceIn(offer)
  const isTaken = offered !== undefined && (isSell ? limit <= offered : limit >= offered)
  const quoted = isTaken ? offered : undefined
  const prices = { limit, quoted }
  if (!hasFills(order)) {
    return { ...prices, executed: undefined, vsQuote: undefined, vsLimit: undefined }
  }
  const executed = isSell ? bought : sold
  const gainOver = (price: bigint) => (isSell ? executed - price : price - executed)
  return {
    ...{ ...prices, executed, vsLimit: gainOver(limit) },
    vsQuote: quoted === undefined ? undefined : gainOver(quoted),
  }
}

/**
 * Returns the owner's gain: over the quote if there was one, which excludes unused slippage, else over the limit.
 * Undefined before a trade.
 */
export function gainOf({ quoted, vsQuote, vsLimit }: OrderPrices): bigint | undefined {
  return quoted === undefined ? vsLimit : vsQuote
}

/** A token's price in US dollars, and its decimals. */
type TokenWorth = { readonly usd: number; readonly decimals: number }

/** Two USD prices differ in time and pool, so a market gap below 0.1 % may be noise. */
export const minMarketGap = 0.001

/**
 * Returns how far a limit is beyond the market, as a fraction of the market price: 0.05 is five percent too much,
 * negative is below the market. Undefined without prices.
 */
export function marketGap(
  limit: Offer,
  worth: { readonly sold: TokenWorth | undefined; readonly bought: TokenWorth | undefined },
): number | undefined {
  const sellUsd = dollarsOf(limit.sellAmount, worth.sold)
  const buyUsd = dollarsOf(limit.buyAmount, worth.bought)
  if (!sellUsd || !buyUsd || !Number.isFinite(buyUsd / sellUsd)) return undefined
  return buyUsd / sellUsd - 1
}

function dollarsOf(atoms: bigint, worth: TokenWorth | undefined): number | undefined {
  return worth && Number(formatUnits(atoms, worth.decimals)) * worth.usd
}
