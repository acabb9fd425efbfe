import { type Auction, type AuctionOrder, tradedPair } from '@/lib/auctions/auction'
import { type Execution, executeOrder } from '@/lib/auctions/execution'
import { scoreSolution } from '@/lib/auctions/score'
import { estimateGas, type Solution, type SolutionRoute, tradesAt } from '@/lib/auctions/solution'
import { findFault, mostGas } from '@/lib/auctions/validate-solution'
import type { Address } from '@/lib/core/address'
import type { Hop } from '@/lib/liquidity/hop'
import { poolGas } from '@/lib/liquidity/swap-pool'
import type { BatchMarket } from './batch-market'
import { carryOutNet } from './carry-out-net'
import { type Chosen, clearingPrices, keepLimits } from './clearing-prices'
import { coverNet } from './cover-net'

/** Times that the way from the dual prices to those that leave nothing over is halved. */
const halvings = 7

/** Where the search for it begins, as a part of the whole shifts, and where it ends. */
const firstLength = 0.9
const longest = 20

/** Where none of those does: what is put together of whole orders may have to be paid by those that remain. */
const fallbacks = [0, -0.1, -0.4, -1, -2]

/** Part of what lacks that pools are asked for besides, since floats round. */
const above = 1 + 1e-12

/** Times that what rounding makes short is mended. */
const mends = 10

/** Orders to be settled, with what is executed of each, near given prices. */
type Plan = Chosen & {
  readonly executed: readonly bigint[]
  readonly prices: Float64Array
  /** How far, as logarithms, prices should go from `prices`, for nothing to be left over. */
  readonly shifts: Float64Array
  /** Gas that the settlement may use. */
  readonly mostGas: bigint
}

/** A settlement with its score, in native atoms. */
export type Settled = { readonly solution: Solution; readonly score: bigint }

/**
 * Settles the orders of a plan at uniform prices as far towards its shifts, or beyond, as pools can pay for;
 * undefined when they cannot at all.
 */
export function settleOrders(auction: Auction, plan: Plan): Settled | undefined {
  let best: Settled | undefined
  let low = 0
  let high = firstLength
  const attempt = (length: number) => {
    const settled = settleAt(auction, plan, length)
    if (settled && (!best || settled.score > best.score)) best = settled
    return settled !== undefined
  }
  while (high < longest && attempt(high)) {
    low = high
    high *= 2
  }
  for (let turn = 0; turn < halvings; turn += 1) {
    const middle = (low + high) / 2
    if (attempt(middle)) low = middle
    else high = middle
  }
  for (const length of fallbacks) if (!best) attempt(length)
  return best
}

function settleAt(auction: Auction, plan: Plan, length: number): Settled | undefined {
  const { market } = plan
  const wished = plan.shifts.map((shift) => shift * length)
  const shifts = keepLimits(plan, { prices: plan.prices, shifts: wished })
  const prices = plan.prices.map((price, k) => price * Math.exp(shifts[k] as number))
  const clearing = clearingPrices(auction, plan, prices)
  const fills = fillsAt(plan, clearing)
  const trades = tradesAt(clearing, fills)
  if (!trades || trades.length === 0) return undefined
  const amounts = netOf(auction, market, fills)
  const hops = tradeWithPools(market, { amounts, prices: plan.prices })
  if (!hops) return undefined
  const routes = hops.map(toRoute)
  const entries = fills.map(({ entry }) => entry)
  const gas = estimateGas(entries, routes)
  const solution = { solver: 'batch', clearingPrices: clearing, trades, routes, gas }
  const checked = plan.mostGas > mostGas ? { ...solution, gas: 0n } : solution
  if (findFault(auction, checked) !== undefined) return undefined
  return { solution, score: scoreSolution(auction, solution) }
}

type Fill = Execution & { readonly entry: AuctionOrder; readonly executedAmount: bigint }

/** What the contract moves for the orders at these prices, without those that it refuses. */
function fillsAt({ market, orders, executed }: Plan, clearing: ReadonlyMap<Address, bigint>) {
  return orders.flatMap((i, at): Fill[] => {
    const entry = market.orders.entries[i]
    const executedAmount = executed[at] ?? 0n
    if (!entry || executedAmount <= 0n) return []
    const { sellToken, buyToken } = entry.order
    const pair = { sell: clearing.get(sellToken) ?? 0n, buy: clearing.get(buyToken) ?? 0n }
    const execution = executeOrder(entry.order, executedAmount, pair)
    return execution ? [{ entry, executedAmount, ...execution }] : []
  })
}

/** Atoms of each of the market's tokens that orders leave too much, or below zero that they lack. */
function netOf(auction: Auction, { tokens }: BatchMarket, fills: readonly Fill[]): bigint[] {
  const net = new Map<Address, bigint>()
  const add = (token: Address, amount: bigint) => net.set(token, (net.get(token) ?? 0n) + amount)
  for (const { entry, sellAmount, buyAmount, fee } of fills) {
    const { sellToken, buyToken } = tradedPair(entry.order, auction.wrappedNative)
    add(sellToken, sellAmount + fee)
    add(buyToken, -buyAmount)
  }
  return tokens.map((token) => net.get(token) ?? 0n)
}

type Trading = { readonly amounts: readonly bigint[]; readonly prices: Float64Array }

/**
 * Trades what is too much for what lacks, exactly; what rounding makes short is asked for besides in a further turn.
 */
function tradeWithPools(
  market: BatchMarket,
  { amounts, prices }: Trading,
): readonly Hop[] | undefined {
  if (amounts.every((amount) => amount >= 0n)) return []
  const net = Float64Array.from(amounts, (amount) => Number(amount) * (amount < 0n ? above : 1))
  const more = new Float64Array(net.length)
  for (let turn = 0; turn < mends; turn += 1) {
    const cover = coverNet(market, { net, prices })
    if (!cover) return undefined
    const hops = carryOutNet(cover.dual, amounts)
    const held = new Map(market.tokens.map((token, k) => [token, amounts[k] ?? 0n]))
    for (const { tokenIn, tokenOut, ...hop } of hops) {
      held.set(tokenIn, (held.get(tokenIn) ?? 0n) - hop.amountIn)
      held.set(tokenOut, (held.get(tokenOut) ?? 0n) + hop.amountOut)
    }
    const lacks = market.tokens.map((token) => -(held.get(token) ?? 0n))
    if (lacks.every((lack) => lack <= 0n)) return hops
    for (const [k, lack] of lacks.entries()) {
      if (lack <= 0n) continue
      // A little more might go where the last bit of it went.
      more[k] = Math.max(Number(lack) * 1.25 + 2, (more[k] as number) * 4)
      net[k] = (net[k] as number) - (more[k] as number)
    }
  }
  return undefined
}

/** Each trade with a pool by itself: a batch has no one token that it comes from, nor one that it goes to. */
function toRoute(hop: Hop): SolutionRoute {
  return {
    sellToken: hop.tokenIn,
    buyToken: hop.tokenOut,
    sellAmount: hop.amountIn,
    buyAmount: hop.amountOut,
    gas: poolGas[hop.pool.protocol],
    hops: [hop],
  }
}
