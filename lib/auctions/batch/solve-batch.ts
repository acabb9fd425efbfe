import {
  type Auction,
  type AuctionOrder,
  executableAmount,
  poolsFor,
  tradedPair,
} from '@/lib/auctions/auction'
import { estimateGas } from '@/lib/auctions/solution'
import { mostGas as transactionGas } from '@/lib/auctions/validate-solution'
import { isVouched } from '@/lib/auctions/worth'
import { mulDiv } from '@/lib/core/amount'
import type { BatchDual } from './batch-dual'
import { askForCosts, type BatchMarket, buildMarket } from './batch-market'
import { gainShifts } from './clearing-prices'
import { largestPools, priceNet, thinOutPools } from './cover-net'
import { cutToCover } from './cut-to-cover'
import { netAt, type PricedParts } from './net'
import { offeredValues } from './offered-values'
import { paySurplus } from './pay-surplus'
import { limitGain, plansFor } from './plans'
import { type Settled, settleOrders } from './settle-orders'
import { solveBatchDual } from './solve-dual'

/** Parts of partially fillable orders are counted in units of which so many make the whole. */
const whole = 2 ** 50

/**
 * Gas kept for pools when there are more orders than a transaction takes, but no more than all would use: the less, the
 * more orders fit, as long as pools can still bring what these lack.
 */
const poolGas = [4_500_000n, 5_000_000n, 5_500_000n, 6_000_000n, 7_000_000n, 8_500_000n]

/** Gas that is reckoned for one pool. */
const gasOfPool = 100_000n

/** Of more orders than this only the first plans are tried, so that a solution is there in time. */
const manyOrders = 100
const firstPlans = 3

/** Prices from which orders are paid, and how far, as logarithms, these have to go for nothing to be left over. */
type Paying = { readonly prices: Float64Array; readonly shifts: Float64Array }

/** A way to share surplus among orders, of a market and what it is to settle; undefined where it has none. */
type Pay = (market: BatchMarket, plan: PricedParts) => Paying | undefined

/** All are paid what pools and orders give at the margin, and share what pools pay beyond that. */
const payEvenly: Pay = (market, { parts, prices }) => {
  const net = netAt(market, { parts, prices })
  return { prices, shifts: gainShifts(priceNet(market, { net, prices }).dual) }
}

/** A settlement that shares surplus evenly, and the one of highest score. */
type BothWays = { readonly even: Settled | undefined; readonly best: Settled | undefined }

/**
 * The best settlement that is found of two or more of an auction's orders, but suspect ones, together in one
 * transaction; undefined when there is none. `mostGas` is what it may use at most.
 */
export function solveBatch(auction: Auction, mostGas = transactionGas): Settled | undefined {
  return solveBothWays(auction, mostGas).best
}

/** Like {@link solveBatch}, beside the best one that gives all orders the price at which the market clears. */
export function solveBothWays(auction: Auction, mostGas = transactionGas): BothWays {
  const [even, uneven] = solveWith(auction, mostGas, [payEvenly, paySurplus])
  return { even, best: better(even, uneven) }
}

/** Like {@link solveBatch}, where all orders get the price at which the market clears. */
export function solveEvenly(auction: Auction): Settled | undefined {
  return solveWith(auction, transactionGas, [payEvenly])[0]
}

/** The best settlement for each way of paying. */
function solveWith(given: Auction, mostGas: bigint, ways: readonly Pay[]): (Settled | undefined)[] {
  const entries = given.orders.filter((entry) => !entry.isSuspect && canPay(given, entry))
  if (entries.length < 2) return []
  const auction = { ...given, pools: poolsFor(given, entries) }
  const all = solveOrders(auction, entries)
  let best: (Settled | undefined)[] = []
  const allPools = BigInt(auction.pools.length) * gasOfPool
  const gasForPools = new Set(poolGas.map((gas) => (gas < allPools ? gas : allPools)))
  for (const kept of gasForPools) {
    const dual = fitOrders(auction, all, mostGas - kept)
    const before = best
    let plans = 0
    for (const plan of plansFor(dual)) {
      if (entries.length > manyOrders && plans === firstPlans) break
      plans += 1
      const found = settlePlan(auction, { market: dual.market, ...plan, ways }, mostGas)
      best = ways.map((_, i) => better(best[i], found[i]))
    }
    const isFound = before.some((each) => each)
    const isNoBetter = best.every((each, i) => each === before[i])
    if (dual === all || (isFound && isNoBetter)) break
  }
  return best
}

type MarketPlan = PricedParts & { readonly market: BatchMarket; readonly ways: readonly Pay[] }

/** As much of a plan as can be settled, for each way of paying. */
function settlePlan(auction: Auction, plan: MarketPlan, mostGas: bigint): (Settled | undefined)[] {
  const settled = settleParts(auction, plan, mostGas)
  if (settled.some((each) => each)) return settled
  const parts = cutToCover(plan.market, plan)
  return parts ? settleParts(auction, { ...plan, parts }, mostGas) : []
}

function settleParts(
  auction: Auction,
  { market, parts, prices, ways }: MarketPlan,
  mostGas: bigint,
): (Settled | undefined)[] {
  const { entries } = market.orders
  const orders = [...parts.keys()].filter((i) => (parts[i] as number) > 0)
  const traded = orders.flatMap((i) => entries[i] ?? [])
  const net = netAt(market, { parts, prices })
  const pools = Number((mostGas - estimateGas(traded, [])) / gasOfPool)
  const few = largestPools(market, priceNet(market, { net, prices }).dual, Math.max(0, pools))
  const thin = thinOutPools(few, { net, prices })
  const executed = traded.map((entry, at) =>
    executedOf(entry, parts[orders[at] as number] as number),
  )
  return ways.map((pay) => {
    const paying = pay(thin, { parts, prices })
    return paying && settleOrders(auction, { market: thin, orders, executed, mostGas, ...paying })
  })
}

function better(one: Settled | undefined, other: Settled | undefined): Settled | undefined {
  return one && other ? (other.score > one.score ? other : one) : (one ?? other)
}

/** The problem of those orders that gain most, where all that are filled would use too much gas. */
function fitOrders(auction: Auction, dual: BatchDual, mostGas: bigint): BatchDual {
  const { market, fills } = dual
  const byGain = [...fills.keys()]
    .filter((i) => (fills[i] as number) > 0)
    .map((i) => ({ entry: market.orders.entries[i] as AuctionOrder, gain: limitGain(dual, i) }))
    .sort((a, b) => b.gain - a.gain)
    .map(({ entry }) => entry)
  const fits = (count: number) => estimateGas(byGain.slice(0, count), []) <= mostGas
  if (fits(byGain.length)) return dual
  let [count, tooMany] = [1, byGain.length]
  while (tooMany - count > 1) {
    const middle = Math.floor((count + tooMany) / 2)
    if (fits(middle)) count = middle
    else tooMany = middle
  }
  return solveOrders(auction, byGain.slice(0, count))
}

function solveOrders(auction: Auction, entries: readonly AuctionOrder[]): BatchDual {
  const market = buildMarket(auction, entries)
  return solveBatchDual(askForCosts({ ...market, values: offeredValues(market) }))
}

/** Whether an order can leave what its gas costs: in a token that pays for it. */
function canPay(auction: Auction, { order }: AuctionOrder): boolean {
  const ends = Object.values(tradedPair(order, auction.wrappedNative))
  return auction.costCoverBps === 0n || ends.some((token) => isVouched(auction, token))
}

function executedOf(entry: AuctionOrder, part: number): bigint {
  const most = executableAmount(entry)
  if (part >= 1) return most
  return mulDiv(most, BigInt(Math.round(part * whole)), BigInt(whole))
}
