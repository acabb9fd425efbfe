import { type Auction, type AuctionOrder, executableAmount } from '@/lib/auctions/model/auction'
import {
  balanceSolution,
  costToCover,
  indexOrders,
  usageOf,
  valueLedger,
} from '@/lib/auctions/model/ledger'
import { executeAtCost, type Solution, type SolutionTrade } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'

/** Maximum estimated gas of a settlement: a transaction has 2^24 (EIP-7825), 40 % more, since estimates are means. */
export const maxGas = 12_000_000n

/**
 * Validates a solution against its auction without trusting its solver; returns the reason if it is invalid. Each order
 * occurs at most once, at its limit or better, fill-or-kill in full, within its unfilled amount and its owner's funds,
 * isolated ones alone; pools pay what is claimed; the settlement contract loses no token; and the network cost is
 * covered as the auction requires.
 */
export function findViolation(auction: Auction, solution: Solution): string | undefined {
  if (solution.trades.length === 0) return 'no trades'
  if (solution.gas > maxGas) return 'more gas than a transaction may use'
  const uids = new Set(solution.trades.map(({ uid }) => uid))
  if (uids.size !== solution.trades.length) return 'an order is traded twice'
  return (
    findTradeFault(auction, solution) ??
    findRouteFault(auction, solution) ??
    findBalanceFault(auction, solution)
  )
}

function findTradeFault(auction: Auction, solution: Solution): string | undefined {
  const orders = indexOrders(auction)
  for (const trade of solution.trades) {
    const entry = orders.get(trade.uid)
    if (!entry) return `order ${trade.uid} is not in the auction`
    if (entry.isIsolated && solution.trades.length > 1) return 'an isolated order is not alone'
    const cost = costOf(entry, trade, solution.clearingPrices)
    if (cost === undefined) return `order ${trade.uid} is not executed as its prices say`
    if (trade.executedAmount > executableAmount(entry)) return `order ${trade.uid} is overfilled`
    if (cost > entry.available) return `order ${trade.uid} draws more than is there`
  }
  return undefined
}

/**
 * Returns the sell-token atoms that a trade draws, its fee included; undefined if they do not follow from the prices
 * and its cost.
 */
function costOf(
  { order }: AuctionOrder,
  trade: SolutionTrade,
  prices: ReadonlyMap<Address, bigint>,
): bigint | undefined {
  const { executedAmount: executed, cost = 0n } = trade
  const execution = executeAtCost(order, { executed, cost }, prices)
  if (execution?.sellAmount !== trade.sellAmount || execution.buyAmount !== trade.buyAmount) {
    return undefined
  }
  return execution.sellAmount + execution.fee
}

/** A pool is used once, except those of the vault, whose state after a trade is known. */
function findRouteFault(auction: Auction, solution: Solution): string | undefined {
  const pools = new Map(auction.pools.map((pool) => [pool.address, pool]))
  const trade = createSequentialSwaps()
  for (const route of solution.routes) {
    for (const hop of route.hops) {
      const pool = pools.get(hop.pool.address)
      if (!pool) return `pool ${hop.pool.address} is unknown`
      const paid = trade({ ...hop, pool })
      if (paid === undefined || paid < hop.amountOut) {
        return `pool ${pool.address} pays less or is used twice`
      }
    }
  }
  return undefined
}

function findBalanceFault(auction: Auction, solution: Solution): string | undefined {
  const ledger = balanceSolution(auction, solution)
  for (const [token, amount] of ledger) {
    if (amount < 0n) return `the settlement contract lacks ${-amount} of ${token}`
  }
  const kept = valueLedger(auction, ledger)
  return kept < costToCover(auction, usageOf(auction, solution))
    ? 'the network cost is not covered'
    : undefined
}
