import type { Competition, CompetitionEntry } from '@/lib/auctions/competition/competition'
import { asErc20 } from '@/lib/core/address'
import { maxAmount, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import type { SignedOrder } from '@/lib/core/order'
import { judgeTrade, type TradeOutcome } from './trade-outcome'

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
  const outcome = judgeTrade(order, amounts, { offer, room, price })
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
