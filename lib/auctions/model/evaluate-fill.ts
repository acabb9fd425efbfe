import type { Competition, CompetitionEntry } from '@/lib/auctions/competition/competition'
import { asErc20 } from '@/lib/core/address'
import { ceilDiv, maxAmount, minAmount, mulDiv } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import type { SignedOrder } from '@/lib/core/order'

/** An order's quoted amounts; the sell amount includes the fee. */
type Offer = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/** An order's amounts from a winner, in atoms, without the signed fee. */
export type Fill = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly outcome: TradeOutcome
  /** Whether the upper bound is that of the order alone, or the auction's. */
  readonly boundBy: 'auction' | 'pools' | undefined
}

/** Returns the mined or pending winners, best first; failed ones are omitted. */
export function settlingWinners({ solutions }: Competition): CompetitionEntry[] {
  return solutions.filter(
    ({ isWinner, settlement }) =>
      isWinner && (settlement === 'settling' || settlement === 'settled'),
  )
}

/** Sum of the scores of the {@link settlingWinners}, in native atoms. */
export function settlingScore(competition: Competition): bigint {
  return settlingWinners(competition).reduce((sum, { score }) => sum + score, 0n)
}

/**
 * Compares an order's execution with its limit, its quote and an upper bound: for an order settled alone, the pools'
 * bound net of gas; otherwise what the auction's bound leaves.
 */
export function evaluateFill(
  competition: Competition,
  trade: CompetitionEntry['orders'][number],
  { order, offer }: { readonly order: SignedOrder; readonly offer: Offer | undefined },
): Fill {
  const { chainId, bound, prices } = competition
  const amounts = { sellAmount: BigInt(trade.sellAmount), buyAmount: BigInt(trade.buyAmount) }
  const network = getNetwork(chainId)
  const bought = asErc20(order.buyToken, network)
  // Of an untrusted token, an order may receive more than what counts.
  const isCounted = [network.wrappedNative, ...network.baseTokens].includes(bought)
  const price = isCounted ? prices.get(bought) : undefined
  const room = bound === undefined ? undefined : bound - settlingScore(competition)
  const outcome = evaluateTrade(order, amounts, { offer, room, price })
  const alone = trade.bound === undefined ? undefined : BigInt(trade.bound)
  if (alone === undefined) {
    return { ...amounts, outcome, boundBy: outcome.bound === undefined ? undefined : 'auction' }
  }
  // If gas rose beyond its estimate, the solver subsidised the order: it received more than any route that covers its
  // gas.
  const better = order.kind === 'sell' ? maxAmount : minAmount
  return {
    ...amounts,
    outcome: { ...outcome, bound: better(alone, outcome.got) },
    boundBy: 'pools',
  }
}

/** Returns an order's amounts from the {@link settlingWinners}; undefined if none fills it. */
export function findFill(
  competition: Competition,
  { uid, order, offer }: { uid: Hex; order: SignedOrder; offer: Offer | undefined },
): Fill | undefined {
  const trades = settlingWinners(competition).flatMap((entry) => entry.orders)
  const trade = trades.find(({ id }) => id === uid)
  return trade && evaluateFill(competition, trade, { order, offer })
}

/** Amounts of a trade in atoms, without the signed fee. */
type Amounts = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/** An order's amounts, and its kind, which determines the fixed one. */
type Terms = Pick<SignedOrder, 'kind' | 'sellAmount' | 'buyAmount'>

/**
 * A trade's result and references, in atoms of the token whose amount is not fixed: bought when selling, sold when
 * buying. All for the executed part.
 */
type TradeOutcome = {
  /** The limit. */
  readonly limit: bigint
  readonly quoted: bigint | undefined
  readonly got: bigint
  /** The upper bound; see {@link evaluateTrade}. */
  readonly bound: bigint | undefined
}

/** What a trade is compared with. */
type References = {
  /** The quoted amounts; the sell amount includes the fee. */
  readonly offer?: Amounts | undefined
  /** The auction's bound minus the winners' total score, in native atoms; undefined if unknown. */
  readonly room: bigint | undefined
  /** Native atoms per 1e18 atoms of the buy token, as the auction counted. */
  readonly price: bigint | undefined
}

/**
 * Compares a trade with the order's limit, its quote and the auction's bound.
 *
 * No settlement scores more than the bound. So if all other orders get at least what they got, this one can gain at
 * most its own score plus the gap between the bound and the total. That is converted from native atoms back to the
 * surplus token, with each rounding (see score.ts) in the order's favour.
 */
export function evaluateTrade(
  order: Terms,
  trade: Amounts,
  { offer, room, price }: References,
): TradeOutcome {
  const isSell = order.kind === 'sell'
  const limit = priceIn(order, trade, order)
  const got = isSell ? trade.buyAmount : trade.sellAmount
  const quoted = offer && isTradable(offer) ? priceIn(order, trade, offer) : undefined
  const outcome = { limit, quoted, got, bound: undefined }
  if (room === undefined || !price) return outcome
  const surplus = isSell ? got - limit : limit - got
  const min = surplus > 0n ? surplus : 0n
  // One more atom would exceed the bound, however the score is rounded.
  const more = ceilDiv(((room > 0n ? room : 0n) + 1n) * 10n ** 18n, price)
  if (isSell) return { ...outcome, bound: limit + min + more }
  const inSellToken = ceilDiv((more + 1n) * order.sellAmount, order.buyAmount)
  const best = limit - min - inSellToken
  return { ...outcome, bound: best > 0n ? best : 0n }
}

/** Returns the amount of the token that is not fixed at the price of `at`, rounded in the owner's favour. */
function priceIn({ kind }: Terms, trade: Amounts, at: Amounts): bigint {
  return kind === 'sell'
    ? ceilDiv(trade.sellAmount * at.buyAmount, at.sellAmount)
    : mulDiv(trade.buyAmount, at.sellAmount, at.buyAmount)
}

function isTradable({ sellAmount, buyAmount }: Amounts): boolean {
  return sellAmount > 0n && buyAmount > 0n
}
