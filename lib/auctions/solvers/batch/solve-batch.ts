import { boundOf, certifiedOrders } from '@/lib/auctions/bounds/auction-bound'
import {
  type Auction,
  type AuctionOrder,
  executableAmount,
  poolsFor,
} from '@/lib/auctions/model/auction'
import { estimateGas } from '@/lib/auctions/model/solution'
import { maxGas as transactionGas } from '@/lib/auctions/selection/validate-solution'
import { mulDiv } from '@/lib/core/amount'
import type { BatchDual } from './batch-dual'
import type { BatchMarket } from './batch-market'
import { gainShifts } from './clearing-prices'
import { distributeSurplus } from './distribute-surplus'
import { fitOrders, listSettleable, solveOrders, solveTogether } from './fit-orders'
import {
  imbalanceAt,
  largestPools,
  type PricedParts,
  priceImbalance,
  prunePools,
} from './imbalance'
import { balance, plansFor } from './plans'
import { type Settled, type SettlementPlan, settleCharged, settleOrders } from './settle-orders'

/** Fractions of partially fillable orders are counted in units of this denominator, which floats represent exactly. */
const whole = 2 ** 50

/**
 * Gas reserved for pools if the orders exceed a transaction, beyond those that connect all tokens: the lower, the more
 * orders fit, as long as pools can still cover the imbalance.
 */
const furtherGas = [0n, 200_000n, 500_000n, 1_000_000n, 2_500_000n, 5_000_000n]

/** With more orders, only the first plans are tried, so that a solution is found in time. */
const manyOrders = 100
const firstPlans = 2

/** With more orders, none is removed in rounds: each removal solves the whole problem again. */
const fewOrders = 30

/**
 * Choices of orders tried if nothing else is found, fewer with more orders (their product is the work), and branches of
 * each.
 */
const maxNodes = 24
const maxTriedOrders = 120
const maxBranches = 3

/**
 * Fill-or-kill orders are rounded up from this fraction on if some pay for the gas of others: nearly all that trade.
 */
const minFill = 0.01

/** Prices at which orders are paid, and the logarithmic shifts at which nothing is left over. */
type Paying = { readonly prices: Float64Array; readonly shifts: Float64Array }

/** A rule that shares surplus among a market's orders; undefined if it does not apply. */
type Pay = (market: BatchMarket, plan: PricedParts) => Paying | undefined

/** All orders get the marginal price of pools and orders, and share what pools pay beyond it. */
const payEvenly: Pay = (market, { parts, prices }) => {
  const net = imbalanceAt(market, { parts, prices })
  return { prices, shifts: gainShifts(priceImbalance(market, { net, prices }).dual) }
}

/** One settlement per rule. */
type Found = readonly (Settled | undefined)[]

/** Limits of a search. */
type Limits = {
  /** Gas limit of the settlement. */
  readonly maxGas?: bigint
  /** Whether to stop with the current result. */
  readonly isLate?: () => boolean
}

/** A settlement with evenly shared surplus, and the one with the highest score. */
type BothWays = { readonly even: Settled | undefined; readonly best: Settled | undefined }

/**
 * Finds the best settlement of two or more of an auction's orders in one transaction, isolated ones excluded; undefined
 * if there is none.
 */
export function solveBatch(auction: Auction, limits: Limits = {}): Settled | undefined {
  return solveBothWays(auction, limits).best
}

/** Like {@link solveBatch}, and also returns the best settlement at uniform clearing prices. */
export function solveBothWays(auction: Auction, limits: Limits = {}): BothWays {
  const [even, uneven] = solveWith(auction, limits, [payEvenly, distributeSurplus])
  return { even, best: better(even, uneven) }
}

/** Like {@link solveBatch}, with uniform clearing prices. */
export function solveEvenly(auction: Auction, limits: Limits = {}): Settled | undefined {
  return solveWith(auction, limits, [payEvenly])[0]
}

/** Finds the best settlement under each rule, within the time limit. */
function solveWith(
  given: Auction,
  { maxGas = transactionGas, isLate = () => false }: Limits,
  ways: readonly Pay[],
): Found {
  const entries = listSettleable(given)
  if (entries.length < 2) return []
  const auction = { ...given, pools: poolsFor(given, entries) }
  const best = settleBest(auction, solveOrders(auction, entries), { maxGas, isLate, ways })
  if (best.some((each) => each) || isLate() || entries.length > manyOrders) return best
  return branch(auction, entries, { maxGas, isLate, ways })
}

/**
 * Removes orders until the rest can be settled: several may compete for a counterparty that can fill only one, also
 * with partially fillable ones. Breadth first, the least decided orders first. Orders may cover the gas of others.
 */
function branch(auction: Auction, all: readonly AuctionOrder[], search: Search): Found {
  const queue: (readonly AuctionOrder[])[] = [all]
  const tried = new Set<string>()
  const max = Math.min(maxNodes, Math.ceil(maxTriedOrders / all.length))
  for (const entries of queue) {
    if (search.isLate()) break
    const dual = solveTogether(auction, entries)
    // Upper bound on the score of a settlement of these, net of gas.
    if (!(boundOf(dual, certifiedOrders(dual), 0) > 0)) continue
    const found = settleFirst(auction, dual, search)
    if (found.some((each) => each)) return found
    const { entries: traded } = dual.market.orders
    if (traded.length > fewOrders || traded.length <= 2) continue
    const filled = [...traded.keys()].filter((i) => (dual.fills[i] as number) > 0)
    const undecided = filled
      .toSorted((i, j) => decided(dual.fills[i] as number) - decided(dual.fills[j] as number))
      .slice(0, maxBranches)
    const choices = undecided.map((i) => traded.filter((_, k) => k !== i))
    // Unfilled orders still influence the others' prices.
    if (hasPartial(traded) && filled.length > 1 && filled.length < traded.length) {
      choices.unshift(filled.flatMap((i) => traded[i] ?? []))
    }
    for (const choice of choices) {
      const key = choice.map(({ uid }) => uid).join()
      if (queue.length >= max || tried.has(key)) continue
      tried.add(key)
      queue.push(choice)
    }
  }
  return []
}

/**
 * The first settlement of a few plans: what the problem fills, the orders that it chooses, and what balances without
 * pools.
 */
function settleFirst(auction: Auction, dual: BatchDual, { ways, isLate, maxGas }: Search): Found {
  const { market } = dual
  const isFew = market.orders.entries.length <= fewOrders
  for (const plan of isFew ? fewPlans(dual, isLate) : [filledOf(dual)]) {
    if (isLate()) break
    const found = settlePlan(auction, { market, ...plan, ways, isLate }, { maxGas }).map(ofSeveral)
    if (found.some((each) => each)) return found
  }
  return []
}

function* fewPlans(dual: BatchDual, isLate: () => boolean): Generator<PricedParts> {
  yield filledOf(dual)
  const { entries } = dual.market.orders
  const hasParts = hasPartial(entries)
  if (hasParts) yield balance(dual.market, isLate)
  // The second plan finds fractions at uniform prices.
  const max = hasParts ? firstPlans + 1 : firstPlans
  let count = 0
  for (const plan of plansFor(dual, isLate)) {
    if (count === max) break
    count += 1
    yield plan
  }
}

function hasPartial(entries: readonly AuctionOrder[]): boolean {
  return entries.some(({ order }) => order.partiallyFillable)
}

function decided(fill: number): number {
  return Math.abs(fill - 0.5)
}

/** A problem's fills, with fill-or-kill orders rounded up. */
function filledOf({ market, fills, prices }: BatchDual): PricedParts {
  const { entries } = market.orders
  const parts = fills.map((fill, i) =>
    entries[i]?.order.partiallyFillable ? fill : Number(fill >= minFill),
  )
  return { parts, prices }
}

type Search = Required<Limits> & { readonly ways: readonly Pay[] }

/** The best settlement of a problem's fills, under each rule. */
function settleBest(auction: Auction, all: BatchDual, { maxGas, isLate, ways }: Search): Found {
  const { entries } = all.market.orders
  let best: Found = []
  for (const furtherPoolGas of furtherGas) {
    const dual = fitOrders(auction, all, { maxGas, furtherPoolGas })
    const before = best
    let plans = 0
    for (const plan of plansFor(dual, isLate)) {
      if (isLate() || (entries.length > manyOrders && plans === firstPlans)) break
      plans += 1
      const priced = { market: dual.market, ...plan, ways, isLate }
      const found = settlePlan(auction, priced, { maxGas, known: best })
      best = ways.map((_, i) => better(best[i], ofSeveral(found[i])))
    }
    const isFound = before.some((each) => each)
    const isNoBetter = best.every((each, i) => each === before[i])
    if (dual === all || isLate() || (isFound && isNoBetter)) break
  }
  return best
}

type MarketPlan = PricedParts & {
  readonly market: BatchMarket
  readonly ways: readonly Pay[]
  readonly isLate: () => boolean
}

/** The largest feasible part of a plan, under each rule; with charged costs if no uniform prices pay for all of it. */
function settlePlan(
  auction: Auction,
  plan: MarketPlan,
  { maxGas, known = [] }: { readonly maxGas: bigint; readonly known?: Found },
): Found {
  const whole = planParts(plan, maxGas)
  const uniform = whole.map((each) => each && settleOrders(auction, each))
  if (uniform.some((each) => each)) return uniform
  const parts = scaleToFeasible(plan.market, plan)
  const cut = parts ? planParts({ ...plan, parts }, maxGas) : []
  return whole.map((each, i) => {
    const less = cut[i] && settleOrders(auction, cut[i])
    const toBeat = better(known[i], less)?.score ?? 0n
    return better(each && settleCharged(auction, { ...each, toBeat }), less)
  })
}

/** A plan's execution with as few pools as can pay for it, near the prices of each rule. */
function planParts(
  { market, parts, prices, ways, isLate }: MarketPlan,
  maxGas: bigint,
): (SettlementPlan | undefined)[] {
  const { entries } = market.orders
  const orders = [...parts.keys()].filter((i) => (parts[i] as number) > 0)
  const traded = orders.flatMap((i) => entries[i] ?? [])
  const net = imbalanceAt(market, { parts, prices })
  const { dual } = priceImbalance(market, { net, prices })
  const few = largestPools(market, dual, maxGas - estimateGas(traded, []))
  const thin = prunePools(few, { net, prices })
  const executed = traded.map((entry, at) =>
    executedOf(entry, parts[orders[at] as number] as number),
  )
  return ways.map((pay) => {
    const paying = pay(thin, { parts, prices })
    return paying && { market: thin, orders, executed, maxGas, isLate, ...paying }
  })
}

/** Single orders are left to the baseline solver. */
function ofSeveral(settled: Settled | undefined): Settled | undefined {
  return settled && settled.solution.trades.length > 1 ? settled : undefined
}

function better(one: Settled | undefined, other: Settled | undefined): Settled | undefined {
  return one && other ? (other.score > one.score ? other : one) : (one ?? other)
}

function executedOf(entry: AuctionOrder, part: number): bigint {
  const max = executableAmount(entry)
  if (part >= 1) return max
  return mulDiv(max, BigInt(Math.round(part * whole)), BigInt(whole))
}

/** Maximum number of orders reduced; each reduction solves a cover. */
const maxCuts = 24

/** Relative shortfall below its limit from which an order is excluded; prices are later moved within the limits. */
const tolerance = 1e-6

/**
 * Returns executed fractions, at most the given ones, whose imbalance pools can cover at the given prices; undefined if
 * none are found.
 *
 * If pools cannot cover the imbalance, there are prices at which it is worth less than what pools could gain from it.
 * Orders with a net demand at those prices are to blame. The one with the least surplus for its demand is excluded, or
 * reduced as needed if it is partially fillable, until the pools suffice. (The prices are a Farkas certificate of
 * infeasibility; Boyd & Vandenberghe, section 5.8.)
 */
function scaleToFeasible(
  market: BatchMarket,
  { parts: wanted, prices }: PricedParts,
): Float64Array | undefined {
  const parts = wanted.map((part, i) => (getsLess(market, { i, prices }) ? 0 : part))
  for (let cuts = 0; cuts < maxCuts; cuts += 1) {
    const net = imbalanceAt(market, { parts, prices })
    const { dual, isCovered } = priceImbalance(market, { net, prices })
    if (isCovered) return parts
    const blamed = findCheapest(market, { parts, prices, scarce: dual.prices })
    if (!blamed || !(dual.value < 0)) return undefined
    const isWhole = market.orders.entries[blamed.i]?.order.partiallyFillable === false
    const share = isWhole ? 1 : Math.min(1, (-dual.value / blamed.takes) * (1 + tolerance))
    parts[blamed.i] = (parts[blamed.i] as number) * (1 - share)
  }
  return undefined
}

function getsLess(
  { orders }: BatchMarket,
  { i, prices }: { readonly i: number; readonly prices: Float64Array },
): boolean {
  const { sell, buy, limits } = orders
  const price = (prices[sell[i] as number] as number) / (prices[buy[i] as number] as number)
  return price < (limits[i] as number) * (1 - tolerance)
}

/** Of the orders with a net demand at the prices `scarce`, the one with the least surplus for it. */
function findCheapest(
  market: BatchMarket,
  { parts, prices, scarce }: PricedParts & { readonly scarce: Float64Array },
): { readonly i: number; readonly takes: number } | undefined {
  const { sell, buy, limits, asks } = market.orders
  let found: { i: number; takes: number; cost: number } | undefined
  for (let i = 0; i < parts.length; i += 1) {
    if (parts[i] === 0) continue
    const [s, b] = [sell[i] as number, buy[i] as number]
    const own = imbalanceAt(market, { parts: parts.map((part, j) => (j === i ? part : 0)), prices })
    const takes = -own.reduce((sum, amount, k) => sum + amount * (scarce[k] as number), 0)
    if (!(takes > 0)) continue
    const more = (prices[s] as number) / (prices[b] as number) / (limits[i] as number) - 1
    const surplus = (parts[i] as number) * (asks[i] as number) * more * (market.values[b] as number)
    const cost = surplus / takes
    if (!found || cost < found.cost) found = { i, takes, cost }
  }
  return found
}
