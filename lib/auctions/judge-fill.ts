import { asErc20 } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import type { SignedOrder } from '@/lib/core/order'
import type { Competition, CompetitionEntry } from './competition'
import { judgeTrade, type TradeOutcome } from './trade-outcome'

/** What an order was quoted, the fee counted as sold. */
type Offer = { readonly sellAmount: bigint; readonly buyAmount: bigint }

/** What a winner gave an order: amounts in atoms, without the signed fee. */
export type Fill = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly outcome: TradeOutcome
}

/** The winners that were sent, the best first. */
export function sentWinners({ solutions }: Competition): CompetitionEntry[] {
  return solutions.filter(({ isWinner, txHash }) => isWinner && txHash !== undefined)
}

/** Native atoms that the winners which were sent score together. */
export function sentScore(competition: Competition): bigint {
  return sentWinners(competition).reduce((sum, { score }) => sum + score, 0n)
}

/** Judges what a winner gave an order by its limit, its quote and the auction's bound. */
export function judgeFill(
  competition: Competition,
  trade: CompetitionEntry['orders'][number],
  { order, offer }: { readonly order: SignedOrder; readonly offer: Offer | undefined },
): Fill {
  const { chainId, bound, prices } = competition
  const amounts = { sellAmount: BigInt(trade.sellAmount), buyAmount: BigInt(trade.buyAmount) }
  const price = prices.get(asErc20(order.buyToken, getNetwork(chainId)))
  const room = bound === undefined ? undefined : bound - sentScore(competition)
  return { ...amounts, outcome: judgeTrade(order, amounts, { offer, room, price }) }
}

/** What the sent winners gave an order; undefined when none fills it. */
export function findFill(
  competition: Competition,
  { uid, order, offer }: { uid: Hex; order: SignedOrder; offer: Offer | undefined },
): Fill | undefined {
  const trades = sentWinners(competition).flatMap((entry) => entry.orders)
  const trade = trades.find(({ id }) => id === uid)
  return trade && judgeFill(competition, trade, { order, offer })
}
