import { mulDiv } from '@/lib/core/amount'
import { type Auction, type AuctionOrder, executableAmount } from './auction'
import type { BatchDual } from './batch/batch-dual'
import { type BatchMarket, buildMarket } from './batch/batch-market'
import { chooseOrders } from './batch/choose-orders'
import { gainShifts } from './batch/clearing-prices'
import { coverNet, largestPools, priceNet } from './batch/cover-net'
import { type Settled, settleOrders } from './batch/settle-orders'
import { solveBatchDual } from './batch/solve-dual'
import { findUniformPrices, netAt, uniformPricesFor } from './batch/uniform-prices'
import { estimateGas, type Solution, type Solver } from './solution'
import { mostGas as transactionGas } from './validate-solution'

/** Parts of partially fillable orders are counted in units of which so many make the whole. */
const whole = 2 ** 50

/** A fill-or-kill order is settled at first where the dual problem fills at least this part of it. */
const leastFill = 0.5

/** Fill-or-kill orders near their limit that are tried in and out. */
const triedOrders = 40

/** Gas kept for pools when there are more orders than a transaction takes, and that of one pool. */
const gasForPools = 3_000_000n
const gasOfPool = 100_000n

/** Solutions that are proposed at most, each of what the ones before it leave. */
const mostSolutions = 3

/**
 * Settles orders of all pairs together, rings and what crosses against each other and the rest through the pools, at
 * the prices of the dual problem of the auction (see `boundAuction`).
 */
export const batchSolver: Solver = {
  name: 'batch',
  solve: async (auction) => proposeBatches(auction),
}

function proposeBatches(auction: Auction): Solution[] {
  const solutions: Solution[] = []
  let rest = auction
  while (solutions.length < mostSolutions) {
    const settled = solveBatch(rest)
    // One order alone is for those who route it.
    if (!settled || settled.solution.trades.length < 2) break
    solutions.push(settled.solution)
    rest = without(rest, settled.solution)
  }
  return solutions
}

/** What a solution leaves for others that are to win beside it: other directed pairs and other pools. */
function without(auction: Auction, { trades, routes }: Solution): Auction {
  const settled = new Set(trades.map(({ uid }) => uid))
  const used = new Set(routes.flatMap(({ hops }) => hops.map(({ pool }) => pool.address)))
  const pairOf = ({ order }: AuctionOrder) => `${order.sellToken} ${order.buyToken}`
  const pairs = new Set(auction.orders.filter(({ uid }) => settled.has(uid)).map(pairOf))
  return {
    ...auction,
    orders: auction.orders.filter((entry) => !pairs.has(pairOf(entry))),
    pools: auction.pools.filter(({ address }) => !used.has(address)),
  }
}

/** The best settlement that is found of an auction's orders, but suspect ones; with at most this gas. */
export function solveBatch(auction: Auction, mostGas = transactionGas): Settled | undefined {
  const entries = auction.orders.filter(({ isSuspect }) => !isSuspect)
  if (entries.length < 2) return undefined
  const all = solveBatchDual(buildMarket(auction, entries))
  const dual = fitOrders(auction, all, mostGas)
  const settled = plansFor(dual).flatMap((plan) => settleParts(auction, plan, mostGas) ?? [])
  return settled.reduce<Settled | undefined>(
    (best, next) => (best && best.score >= next.score ? best : next),
    undefined,
  )
}

type Priced = Parts & { readonly market: BatchMarket }

/** Parts and prices that are worth trying: none of these ways is the best for all auctions. */
function plansFor(dual: BatchDual): Priced[] {
  const { market, prices } = dual
  const rounded = dual.fills.map((fill, i) => partOf(market, i, fill))
  const chosen = chooseOrders(dual)
  const decided = chosen.fills.map((fill, i) => partOf(market, i, fill))
  const improved = improve(dual, rounded)
  const atLimits = netAtLimits(market, improved)
  const repriced = priceNet(market, { net: atLimits, prices }).dual.prices
  const uniform = findUniformPrices(dual)
  const all = { parts: dual.fills.map((fill, i) => partOf(market, i, fill, 0.05)), prices }
  const few = { parts: dual.fills.map((fill, i) => partOf(market, i, fill, 0.95)), prices }
  const best = { parts: decided, prices: chosen.prices }
  const even = { parts: decided, prices: uniformPricesFor(chosen, decided) }
  return [
    best,
    even,
    uniform,
    { parts: rounded, prices },
    { parts: improved, prices: repriced },
    all,
    few,
  ].map((plan) => ({ market, ...plan }))
}

function settleParts(
  auction: Auction,
  { market, parts, prices }: Priced,
  mostGas: bigint,
): Settled | undefined {
  const { entries } = market.orders
  const orders = [...parts.keys()].filter((i) => (parts[i] as number) > 0)
  const traded = orders.flatMap((i) => entries[i] ?? [])
  const net = netAt(market, { parts, prices })
  const { dual } = priceNet(market, { net, prices })
  const pools = Number((mostGas - estimateGas(traded, [])) / gasOfPool)
  return settleOrders(auction, {
    market: largestPools(market, dual, Math.max(0, pools)),
    orders,
    executed: traded.map((entry, at) => executedOf(entry, parts[orders[at] as number] as number)),
    prices,
    shifts: gainShifts(dual),
    mostGas,
  })
}

/** The problem of those orders that gain most, where all that are filled would use too much gas. */
function fitOrders(auction: Auction, dual: BatchDual, mostGas: bigint): BatchDual {
  const { market, fills } = dual
  const gains = [...fills.keys()]
    .filter((i) => (fills[i] as number) > 0)
    .map((i) => ({ entry: market.orders.entries[i] as AuctionOrder, gain: gainOf(dual, i) }))
    .sort((a, b) => b.gain - a.gain)
    .map(({ entry }) => entry)
  if (estimateGas(gains, []) + gasForPools <= mostGas) return dual
  let count = gains.length
  while (count > 1 && estimateGas(gains.slice(0, count), []) + gasForPools > mostGas) count -= 1
  return solveBatchDual(buildMarket(auction, gains.slice(0, count)))
}

function gainOf({ market, prices }: BatchDual, i: number): number {
  const { sell, buy, gives, asks } = market.orders
  const given = (prices[sell[i] as number] as number) * (gives[i] as number)
  return given - (prices[buy[i] as number] as number) * (asks[i] as number)
}

function partOf({ orders }: BatchMarket, i: number, fill: number, least = leastFill): number {
  if (orders.entries[i]?.order.partiallyFillable) return fill
  return fill >= least ? 1 : 0
}

/** What is too much or lacks of each token when these parts of the orders trade at their limits. */
function netAtLimits(market: BatchMarket, parts: Float64Array): Float64Array {
  const { sell, buy, gives, asks } = market.orders
  const net = new Float64Array(market.tokens.length)
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] as number
    const [s, b] = [sell[i] as number, buy[i] as number]
    net[s] = (net[s] as number) + part * (gives[i] as number)
    net[b] = (net[b] as number) - part * (asks[i] as number)
  }
  return net
}

function executedOf(entry: AuctionOrder, part: number): bigint {
  const most = executableAmount(entry)
  if (part === 1 || part === 0) return part === 1 ? most : 0n
  return entry.order.partiallyFillable
    ? mulDiv(most, BigInt(Math.round(part * whole)), BigInt(whole))
    : 0n
}

type Parts = { readonly parts: Float64Array; readonly prices: Float64Array }

/** Takes fill-or-kill orders near their limits in and out as long as that leaves more surplus. */
function improve(dual: BatchDual, start: Float64Array): Float64Array {
  const { market, prices } = dual
  const worth = (parts: Float64Array) =>
    coverNet(market, { net: netAtLimits(market, parts), prices })?.left ?? -1
  const doubtful = [...start.keys()]
    .filter((i) => market.orders.entries[i]?.order.partiallyFillable === false)
    .map((i) => ({ i, gain: Math.abs(gainOf(dual, i)) }))
    .sort((a, b) => a.gain - b.gain)
    .slice(0, triedOrders)
  let best = start
  let most = worth(start)
  for (const { i } of doubtful) {
    const other = best.slice()
    other[i] = 1 - (other[i] as number)
    const left = worth(other)
    if (left <= most) continue
    best = other
    most = left
  }
  return best
}
