import { findViolation } from '@/lib/auctions/selection/validate-solution'
import type { Address } from '@/lib/core/address'
import { type Auction, isolatedOrders } from './auction'
import { indexOrders } from './ledger'
import { scoreSolution } from './score'
import { estimateGas, type Solution, tradesAt } from './solution'

/** Prices are truncated to this many bits, so that their products with amounts of up to 136 bits fit uint256. */
const priceBits = 120

/**
 * Merges compatible solutions, best first: no isolated order, no common order or pool, at most one common token, and
 * one price vector under which the whole is still valid. Undefined if there is nothing to merge.
 */
export function mergeSolutions(
  auction: Auction,
  solutions: readonly Solution[],
): Solution | undefined {
  const isolated = isolatedOrders(auction)
  const hasIsolated = ({ trades }: Solution) => trades.some(({ uid }) => isolated.has(uid))
  const byScore = solutions
    .map((solution) => ({ solution, score: scoreSolution(auction, solution) }))
    .filter(
      ({ solution }) => findViolation(auction, solution) === undefined && !hasIsolated(solution),
    )
    .sort((a, b) => (a.score < b.score ? 1 : a.score > b.score ? -1 : 0))
    .map(({ solution }) => solution)
  let merged = byScore[0]
  for (const solution of byScore.slice(1)) {
    merged = merged && (joinSolutions(auction, merged, solution) ?? merged)
  }
  return merged
}

/**
 * Merges two solutions into a valid one with one price vector and the first one's solver; undefined if they are
 * incompatible.
 */
export function joinSolutions(auction: Auction, a: Solution, b: Solution): Solution | undefined {
  if (sharesOrder(a, b) || sharesPool(a, b)) return undefined
  const clearingPrices = joinPrices(a.clearingPrices, b.clearingPrices)
  if (!clearingPrices) return undefined
  const orders = indexOrders(auction)
  const executions = [...a.trades, ...b.trades].flatMap(({ uid, executedAmount, cost }) => {
    const entry = orders.get(uid)
    return entry ? [{ entry, executedAmount, cost }] : []
  })
  const trades = tradesAt(clearingPrices, executions)
  if (!trades) return undefined
  const routes = [...a.routes, ...b.routes]
  const gas = estimateGas(
    executions.map(({ entry }) => entry),
    routes,
  )
  const solution = { solver: a.solver, clearingPrices, trades, routes, gas }
  return findViolation(auction, solution) === undefined ? solution : undefined
}

/**
 * One price vector for both: if they share a token, the second one's prices are scaled to the first one's. Only ratios of
 * prices count, so one common token leaves them free, and two would have to agree.
 */
function joinPrices(
  a: ReadonlyMap<Address, bigint>,
  b: ReadonlyMap<Address, bigint>,
): Map<Address, bigint> | undefined {
  const shared = [...b.keys()].filter((token) => a.has(token))
  if (shared.length > 1) return undefined
  const [token] = shared
  const scaleA = (token && b.get(token)) ?? 1n
  const scaleB = (token && a.get(token)) ?? 1n
  const joint = new Map<Address, bigint>()
  for (const [key, price] of b) joint.set(key, price * scaleB)
  for (const [key, price] of a) joint.set(key, price * scaleA)
  return cutPrices(joint)
}

function cutPrices(prices: ReadonlyMap<Address, bigint>): Map<Address, bigint> {
  const longest = Math.max(...[...prices.values()].map((price) => price.toString(2).length))
  const excess = BigInt(Math.max(0, longest - priceBits))
  return new Map([...prices].map(([token, price]) => [token, price >> excess]))
}

function sharesOrder(a: Solution, b: Solution): boolean {
  const uids = new Set(a.trades.map(({ uid }) => uid))
  return b.trades.some(({ uid }) => uids.has(uid))
}

function sharesPool(a: Solution, b: Solution): boolean {
  const used = new Set(poolsOf(a))
  return poolsOf(b).some((pool) => used.has(pool))
}

/** The pools that a solution trades with. */
export function poolsOf({ routes }: Solution): Address[] {
  return routes.flatMap(({ hops }) => hops.map(({ pool }) => pool.address))
}
