import { ceilDiv, mulDiv } from '@/lib/core/amount'
import type { SignedOrder } from '@/lib/core/order'

/** Amounts of a trade in atoms, without the signed fee. */
type Amounts = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/** An order's amounts, and which of them is exact. */
type Terms = Pick<SignedOrder, 'kind' | 'sellAmount' | 'buyAmount'>

/**
 * What a trade got beside what it could have got, in atoms of the token that is not exact: bought when selling,
 * sold when buying. All for the part of the order that is traded.
 */
export type TradeOutcome = {
  /** The worst that the owner accepts. */
  readonly limit: bigint
  readonly quoted: bigint | undefined
  readonly got: bigint
  /** What could not have been bettered; see {@link judgeTrade}. */
  readonly bound: bigint | undefined
}

/** What a trade is compared with. */
type Yardsticks = {
  /** What the order was quoted, the fee counted as sold. */
  readonly offer?: Amounts | undefined
  /** What the auction's bound leaves above the score of all winners, in native atoms; undefined: not known. */
  readonly room: bigint | undefined
  /** Native atoms per 1e18 atoms of the token that is bought, as the auction counted. */
  readonly price: bigint | undefined
}

/**
 * Judges a trade by the order's limit, its quote and the auction's bound.
 *
 * No settlement of the auction scores more than its bound, so no one that gives every other order at least what it
 * got gives this one more than its own score and the room above all scores. That is taken back from native atoms
 * into the surplus token, and each rounding on the way (see score.ts) is taken as the order's gain.
 */
export function judgeTrade(
  order: Terms,
  trade: Amounts,
  { offer, room, price }: Yardsticks,
): TradeOutcome {
  const isSell = order.kind === 'sell'
  const limit = priceIn(order, trade, order)
  const got = isSell ? trade.buyAmount : trade.sellAmount
  const quoted = offer && isTradable(offer) ? priceIn(order, trade, offer) : undefined
  const outcome = { limit, quoted, got, bound: undefined }
  if (room === undefined || !price) return outcome
  const surplus = isSell ? got - limit : limit - got
  const min = surplus > 0n ? surplus : 0n
  // One atom more would score more than there is, however the score is rounded.
  const more = ceilDiv(((room > 0n ? room : 0n) + 1n) * 10n ** 18n, price)
  if (isSell) return { ...outcome, bound: limit + min + more }
  const inSellToken = ceilDiv((more + 1n) * order.sellAmount, order.buyAmount)
  const best = limit - min - inSellToken
  return { ...outcome, bound: best > 0n ? best : 0n }
}

/** The amount of the token that is not exact at the price of `at`, rounded in the owner's favour. */
function priceIn({ kind }: Terms, trade: Amounts, at: Amounts): bigint {
  return kind === 'sell'
    ? ceilDiv(trade.sellAmount * at.buyAmount, at.sellAmount)
    : mulDiv(trade.buyAmount, at.sellAmount, at.buyAmount)
}

function isTradable({ sellAmount, buyAmount }: Amounts): boolean {
  return sellAmount > 0n && buyAmount > 0n
}
