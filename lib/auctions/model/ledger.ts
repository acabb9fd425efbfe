import type { Address } from '@/lib/core/address'
import { ceilDiv } from '@/lib/core/amount'
import { type Auction, type AuctionOrder, nativeValue, tradedPair } from './auction'
import { isTrusted } from './capped-value'
import { executeOrder } from './execution'
import { applyFees } from './order-fees'
import { estimateBytes, type Solution, type SolutionTrade, type Usage } from './solution'

/** The settlement contract's gain of each token in atoms (negative: a deficit). */
export type Ledger = ReadonlyMap<Address, bigint>

/** Sums the contract's transfers from and to owners and pools; native counts as wrapped. */
export function balanceSolution(auction: Auction, solution: Solution): Ledger {
  const ledger = new Map<Address, bigint>()
  const add = (token: Address, amount: bigint) =>
    ledger.set(token, (ledger.get(token) ?? 0n) + amount)
  const orders = indexOrders(auction)
  for (const trade of solution.trades) {
    const order = orders.get(trade.uid)?.order
    if (!order) continue
    const { sellToken, buyToken } = tradedPair(order, auction.wrappedNative)
    const execution = executeOrder(order, trade.executedAmount, {
      sell: solution.clearingPrices.get(order.sellToken) ?? 0n,
      buy: solution.clearingPrices.get(order.buyToken) ?? 0n,
    })
    add(sellToken, trade.sellAmount + (execution?.fee ?? 0n))
    add(buyToken, -trade.buyAmount)
  }
  for (const hop of solution.routes.flatMap(({ hops }) => hops)) {
    add(hop.tokenIn, -hop.amountIn)
    add(hop.tokenOut, hop.amountOut)
  }
  return ledger
}

/** Values a ledger in native atoms; unpriced and untrusted tokens count zero. */
export function valueLedger(auction: Auction, ledger: Ledger): bigint {
  let value = 0n
  for (const [token, amount] of ledger) {
    if (amount > 0n && isTrusted(auction, token))
      value += nativeValue(amount, auction.prices.get(token) ?? 0n)
  }
  return value
}

/**
 * Returns the sell value of a solution's orders, fees included, in native atoms at the auction's prices. Unpriced
 * tokens count zero: see {@link unpricedTrades}.
 */
export function valueSold(auction: Auction, { trades }: Pick<Solution, 'trades'>): bigint {
  const orders = indexOrders(auction)
  return trades.reduce((sum, trade) => {
    const entry = orders.get(trade.uid)
    const { sellAmount } = entry ? applyFees(entry, trade) : trade
    return sum + nativeValue(sellAmount, sellPrice(auction, entry) ?? 0n)
  }, 0n)
}

/** Returns the trades whose value is unknown, because their sell token has no price. */
export function unpricedTrades(
  auction: Auction,
  { trades }: Pick<Solution, 'trades'>,
): SolutionTrade[] {
  const orders = indexOrders(auction)
  return trades.filter(({ uid }) => sellPrice(auction, orders.get(uid)) === undefined)
}

function sellPrice(auction: Auction, entry: AuctionOrder | undefined): bigint | undefined {
  return entry && auction.prices.get(tradedPair(entry.order, auction.wrappedNative).sellToken)
}

/** Returns the network cost of a settlement in native atoms: its gas, and its bytes where the network charges for them. */
export function networkCost(
  { gasPrice, bytePrice = 0n }: Pick<Auction, 'gasPrice' | 'bytePrice'>,
  { gas, bytes }: Usage,
): bigint {
  return gas * gasPrice + bytes * bytePrice
}

/** Returns the network cost in native atoms that a settlement must cover from the surplus. */
export function costToCover(auction: Auction, usage: Usage): bigint {
  return ceilDiv(networkCost(auction, usage) * auction.costCoverBps, 10_000n)
}

/** Returns what a solution uses: its stated gas, and its bytes if they cost anything. */
export function usageOf(auction: Auction, { gas, trades, routes }: Solution): Usage {
  if (!auction.bytePrice) return { gas, bytes: 0n }
  const orders = indexOrders(auction)
  const entries = trades.flatMap(({ uid }) => orders.get(uid) ?? [])
  return { gas, bytes: estimateBytes(entries, routes) }
}

/** Indexes an auction's orders by uid. */
export function indexOrders(auction: Auction): ReadonlyMap<string, AuctionOrder> {
  return new Map(auction.orders.map((entry) => [entry.uid, entry]))
}
