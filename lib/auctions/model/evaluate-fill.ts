import type { Competition, CompetitionEntry } from '@/lib/auctions/competition/competition'
import { asErc20 } from '@/lib/core/address'
import { maxAmount, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import type { SignedOrder } from '@/lib/core/order'
import { judgeTrade, type TradeOutcome } from './trade-outcome'

/** What an order was quoted, the fee counted as sold. */
type Offer = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/** What a winner gave an order: amounts in atoms, without the signed fee. */
export type Fill = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly outcome: TradeOutcome
  /** Whether the bound of the outcome is that of pools for this order alone, or that of the auction. */
  readonly boundBy: 'auction' | 'pools' | undefined
}

/** The winners that are settled or on their way, the best first; what has failed gave nobody anything. */
export function settlingWinners({ solutions }: Competition): CompetitionEntry[] {
  return solutions.filter(
    ({ isWinner, settlement }) =>
      isWinner && (settlement === 'settling' || settlement === 'settled'),
  )
}

/** Native atoms that {@link settlingWinners} score together. */
export function settlingScore(competition: Competition): bigint {
  return settlingWinners(competition).reduce((sum, { score }) => sum + score, 0n)
}

/**
 * Judges what a winner gave an order by its limit, its quote and the bound: where it was settled by itself that of pools
 * for it alone, which has paid for its gas, else what the auction's leaves, which need not.
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
  // Of a token that nobody may vouch for, more than what counts could be given.
  const isCounted = [network.wrappedNative, ...network.baseTokens].includes(bought)
  const price = isCounted ? prices.get(bought) : undefined
  const room = bound === undefined ? undefined : bound - settlingScore(competition)
  const outcome = judgeTrade(order, amounts, { offer, room, price })
  const alone = trade.bound === undefined ? undefined : BigInt(trade.bound)
  if (alone === undefined) {
    return { ...amounts, outcome, boundBy: outcome.bound === undefined ? undefined : 'auction' }
  }
  // Where gas became dearer than its limit leaves, its solver has paid a part: it got more than any route that pays its own.
  const better = order.kind === 'sell' ? maxAmount : minAmount
  return {
    ...amounts,
    outcome: { ...outcome, bound: better(alone, outcome.got) },
    boundBy: 'pools',
  }
}

/** What {@link settlingWinners} gave an order; undefined when none fills it. */
export function findFill(
  competition: Competition,
  { uid, order, offer }: { uid: Hex; order: SignedOrder; offer: Offer | undefined },
): Fill | undefined {
  const trades = settlingWinners(competition).flatMap((entry) => entry.orders)
  const trade = trades.find(({ id }) => id === uid)
  return trade && evaluateFill(competition, trade, { order, offer })
}
