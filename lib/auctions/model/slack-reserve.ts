import { asErc20 } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import { type Auction, type AuctionOrder, nativeValue } from './auction'
import { isTrusted } from './capped-value'
import { balanceSolution, costToCover, indexOrders, usageOf, valueLedger } from './ledger'
import { surplusOf } from './score'
import { executeAtCost, type Solution, type SolutionTrade } from './solution'

/** An order reserves at most one part in this number of its surplus, so that bids stay close to their bounds. */
const surplusParts = 20n

type Reserve = { readonly trade: SolutionTrade; readonly atoms: bigint }

/**
 * Returns a bid that keeps enough for prices to move between simulation and block: each order leaves `slackBps` of its
 * volume, at most a twentieth of its surplus, as part of its cost. Its limit is never touched. The reserve depends on the
 * order and its execution alone, so a settlement that is better for an order stays better. A bid without pools needs
 * none; one that keeps it already stays as it is. See ADR 0035.
 */
export function reserveSlack(auction: Auction, solution: Solution): Solution {
  const { slackBps = 0n } = auction
  if (slackBps === 0n || solution.routes.every(({ hops }) => hops.length === 0)) return solution
  const orders = indexOrders(auction)
  const reserves = solution.trades.map((trade): Reserve => {
    const entry = orders.get(trade.uid)
    return { trade, atoms: entry ? reserveOf(entry, trade, slackBps) : 0n }
  })
  if (keepsEnough(auction, solution, reserves)) return solution
  const trades = reserves.map(({ trade, atoms }) => {
    const order = orders.get(trade.uid)?.order
    if (!order || atoms === 0n) return trade
    const part = { executed: trade.executedAmount, cost: (trade.cost ?? 0n) + atoms }
    const execution = executeAtCost(order, part, solution.clearingPrices)
    if (!execution) return trade
    const { sellAmount, buyAmount } = execution
    return { ...trade, sellAmount, buyAmount, cost: part.cost }
  })
  return { ...solution, trades }
}

/** Atoms of the token whose amount is free. */
function reserveOf({ order }: AuctionOrder, trade: SolutionTrade, slackBps: bigint): bigint {
  const volume = order.kind === 'sell' ? trade.buyAmount : trade.sellAmount
  const surplus = surplusOf(order, trade)
  return surplus > 0n ? minAmount((volume * slackBps) / 10_000n, surplus / surplusParts) : 0n
}

/**
 * Whether a solution keeps half of its reserves beyond its gas: then it has been reserved before, since reserves follow
 * from what it bids. Untrusted tokens count in atoms, each for itself.
 */
function keepsEnough(auction: Auction, solution: Solution, reserves: readonly Reserve[]): boolean {
  const ledger = balanceSolution(auction, solution)
  const spare = valueLedger(auction, ledger) - costToCover(auction, usageOf(auction, solution))
  const orders = indexOrders(auction)
  const untrusted = new Map<string, bigint>()
  let trusted = 0n
  for (const { trade, atoms } of reserves) {
    const order = orders.get(trade.uid)?.order
    if (!order) continue
    const token = asErc20(order.kind === 'sell' ? order.buyToken : order.sellToken, auction)
    if (isTrusted(auction, token)) trusted += nativeValue(atoms, auction.prices.get(token) ?? 0n)
    else untrusted.set(token, (untrusted.get(token) ?? 0n) + atoms)
  }
  const has = (kept: bigint, reserve: bigint) => 2n * kept >= reserve
  return (
    has(spare, trusted) &&
    [...ledger].every(([token, kept]) => has(kept, untrusted.get(token) ?? 0n))
  )
}
