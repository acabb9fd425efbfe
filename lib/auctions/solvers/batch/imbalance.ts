import { isVaultPool, type Pool } from '@/lib/liquidity/pool'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
import { type Hop, poolGas } from '@/lib/liquidity/swap-pool'
import { type BatchDual, createBatchDual } from './batch-dual'
import type { BatchMarket, BatchOrders } from './batch-market'
import { floorsAt, minimiseBatch } from './solve-dual'
/** Executed fractions of a market's orders, and the prices to settle them at. */
export type PricedParts = { readonly parts: Float64Array; readonly prices: Float64Array }

/** Surplus atoms of each token (negative: deficit) when orders trade at these prices. */
export function imbalanceAt(
  { orders, tokens }: BatchMarket,
  { parts, prices }: PricedParts,
): Float64Array {
  const { sell, buy, gives, asks, limits, entries } = orders
  const net = new Float64Array(tokens.length)
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] as number
    if (part === 0) continue
    const [s, b] = [sell[i] as number, buy[i] as number]
    const price = (prices[s] as number) / (prices[b] as number)
    const asked = asks[i] as number
    const limit = limits[i] as number
    if (entries[i]?.order.kind === 'buy') {
      net[s] = (net[s] as number) + (part * (gives[i] as number) * limit) / price
      net[b] = (net[b] as number) - part * asked
      continue
    }
    net[s] = (net[s] as number) + part * (gives[i] as number)
    net[b] = (net[b] as number) - part * price * (asked > 0 ? asked / limit : (gives[i] as number))
  }
  return net
}

/** Surplus or deficit of each token when these fractions of the orders trade at their limits. */
export function imbalanceAtLimits(market: BatchMarket, parts: Float64Array): Float64Array {
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

/**
 * Maximum number of Newton steps. Where they do not suffice the imbalance counts as not covered, or a little is lost.
 */
const maxIterations = 80

/** Gain at which to stop, relative to the traded value: deficits of some atoms have to be covered. */
const tolerance = 1e-12

/** An empty set of orders. */
export const noOrders: BatchOrders = {
  entries: [],
  sell: new Int32Array(0),
  buy: new Int32Array(0),
  gives: new Float64Array(0),
  asks: new Float64Array(0),
  limits: new Float64Array(0),
  fees: new Float64Array(0),
  costs: new Float64Array(0),
}

/** Surplus atoms of each token (negative: deficit), and initial prices. */
type Netting = { readonly net: Float64Array; readonly prices: Float64Array }

/** Pool trades that cover the deficits, and the value of the leftovers in native atoms. */
type Cover = { readonly dual: BatchDual; readonly left: number }

/**
 * Finds pool trades that convert the surplus of some tokens into the deficits of others, maximising the value of the
 * leftovers; undefined if pools cannot. `net` is in atoms of each token, negative for a deficit.
 *
 * This is the dual problem without orders (`docs/math/batch-dual.md`, section 7). A negative value at any prices proves
 * that nothing covers the net.
 */
export function coverImbalance(market: BatchMarket, { net, prices }: Netting): Cover | undefined {
  const { dual, isCovered } = priceImbalance(market, { net, prices })
  return isCovered ? { dual, left: dual.value } : undefined
}

/**
 * Like {@link coverImbalance}, but also returns the final prices if pools cannot cover: scarce tokens are expensive
 * there.
 */
export function priceImbalance(
  market: BatchMarket,
  { net, prices }: Netting,
): { readonly dual: BatchDual; readonly isCovered: boolean } {
  const floors = floorsAt(market.worths)
  const start = prices.map((price, k) => Math.max(price, floors[k] as number))
  const dual = createBatchDual({ ...market, orders: noOrders }, { floors, prices: start })
  dual.stock.set(net)
  const volume = net.reduce((sum, amount, k) => sum + Math.abs(amount) * (start[k] as number), 0)
  const aim = { tolerance: tolerance * volume, maxIterations }
  const isCovered = minimiseBatch(dual, aim) && dual.value >= 0
  return { dual, isCovered }
}

/**
 * Restricts the market to as many of a cover's pools as `gas` allows: first those that connect its tokens, since a
 * token may have no other, then those that trade most.
 */
export function largestPools(market: BatchMarket, dual: BatchDual, gas: bigint): BatchMarket {
  const used = usedEdges(dual)
  const byValue = used.sort((a, b) => (dual.valueOut[b] as number) - (dual.valueOut[a] as number))
  const connecting = new Set(connect(market, byValue))
  let left = gas
  const kept = [...connecting, ...byValue.filter((i) => !connecting.has(i))].filter((i) => {
    left -= gasOfEdge(market, i)
    return left >= 0n
  })
  return kept.length === used.length ? market : pickEdges(market, kept)
}

function gasOfEdge({ pools }: BatchMarket, i: number): bigint {
  const pool = pools.pools[i]
  return pool ? poolGas[pool.protocol] : 0n
}

/** The edges that connect tokens not connected by earlier ones. */
function connect({ pools, tokens }: BatchMarket, edges: readonly number[]): number[] {
  const groups = Int32Array.from(tokens, (_, k) => k)
  return edges.filter((i) => {
    const [one, other] = [groups[pools.first[i] as number], groups[pools.second[i] as number]]
    if (one === undefined || other === undefined || one === other) return false
    for (const [k, group] of groups.entries()) if (group === other) groups[k] = one
    return true
  })
}

/** Successive fractions of its cost that a pool must gain: others take over what the first ones to go have traded. */
const priceShares = [1 / 8, 1 / 2, 1]

/** The same market without pools whose gas exceeds their gain for a cover; see `pruneEdges` for the argument. */
export function prunePools(market: BatchMarket, netting: Netting): BatchMarket {
  const { costs } = market.pools
  if (costs.every((cost) => cost === 0)) return market
  const worth = ({ dual, left }: Cover) =>
    left - usedEdges(dual).reduce((sum, i) => sum + (dual.market.pools.costs[i] as number), 0)
  let best = market
  let cover = coverImbalance(market, netting)
  for (const share of priceShares) {
    if (!cover) return best
    const { dual } = cover
    const gain = (i: number) => (dual.valueOut[i] as number) - (dual.valueIn[i] as number)
    const kept = usedEdges(dual).filter(
      (i) => gain(i) >= share * (dual.market.pools.costs[i] as number),
    )
    const thin = pickEdges(best, kept)
    const other = coverImbalance(thin, netting)
    if (!other || worth(other) <= worth(cover)) return best
    best = thin
    cover = other
  }
  return best
}

function usedEdges({ direction }: BatchDual): number[] {
  return [...direction.keys()].filter((i) => direction[i] !== 0)
}

/** The same market with these edges only. */
export function pickEdges(market: BatchMarket, edges: readonly number[]): BatchMarket {
  const { pools } = market
  const kept = edges.toSorted((a, b) => a - b)
  const pick = <T>(values: ArrayLike<T>) => kept.map((i) => values[i] as T)
  return {
    ...market,
    pools: {
      pools: pick(pools.pools),
      curves: pick(pools.curves),
      first: Int32Array.from(pick(pools.first)),
      second: Int32Array.from(pick(pools.second)),
      costs: Float64Array.from(pick(pools.costs)),
    },
  }
}

/** A pool trade in atoms, not yet exact. */
type Leg = {
  readonly edge: number
  readonly from: number
  readonly to: number
  readonly amountIn: number
}

/** Omits trades below this fraction of the total value: their gas is worth more. */
const minPart = 1e-9

/**
 * Executes a problem's pool trades in integers, ordered so that each token arrives before it is spent. Cycles are
 * broken at their smallest trade. What pools cannot take remains.
 */
export function executeImbalance(
  { market, ...dual }: BatchDual,
  net: readonly bigint[],
): readonly Hop[] {
  const legs = orderLegs(legsOf({ market, ...dual }), market.tokens.length)
  const balances = [...net]
  const wanted = new Float64Array(net.length)
  for (const { from, amountIn } of legs) wanted[from] = (wanted[from] as number) + amountIn
  const hops: Hop[] = []
  const trade = createSequentialSwaps()
  for (const leg of legs) {
    const balance = balances[leg.from] ?? 0n
    const rest = wanted[leg.from] as number
    wanted[leg.from] = rest - leg.amountIn
    const whole = BigInt(Math.floor(leg.amountIn))
    const share =
      Number(balance) >= rest ? whole : BigInt(Math.floor((Number(balance) * leg.amountIn) / rest))
    const sold = share < balance ? share : balance
    const hop = sold > 0n ? passThrough({ market, trade }, leg, sold) : undefined
    if (!hop) continue
    balances[leg.from] = balance - hop.amountIn
    balances[leg.to] = (balances[leg.to] ?? 0n) + hop.amountOut
    hops.push(hop)
  }
  return hops
}

type Trading = {
  readonly market: BatchMarket
  readonly trade: ReturnType<typeof createSequentialSwaps>
}

function passThrough({ market, trade }: Trading, leg: Leg, sold: bigint): Hop | undefined {
  const { pools, tokens } = market
  const [pool, tokenIn, tokenOut] = [pools.pools[leg.edge], tokens[leg.from], tokens[leg.to]]
  if (!pool || !tokenIn || !tokenOut) return undefined
  const bought = trade({ pool, tokenIn, tokenOut, amountIn: sold })
  return bought ? { pool, tokenIn, tokenOut, amountIn: sold, amountOut: bought } : undefined
}

/**
 * Pool trades, most valuable first. A vault pool may occur for several pairs if it only buys or only sells each token;
 * others occur once.
 */
function legsOf({ market, prices, direction, valueIn, valueOut }: BatchDual): Leg[] {
  const { pools, first, second } = market.pools
  const whole = valueOut.reduce((sum, value, i) => (direction[i] ? sum + value : sum), 0)
  const byValue = [...direction.keys()]
    .filter((edge) => direction[edge] !== 0 && (valueOut[edge] as number) > whole * minPart)
    .sort((a, b) => (valueOut[b] as number) - (valueOut[a] as number))
  const used = new Map<Pool, { readonly taken: Set<number>; readonly paid: Set<number> }>()
  return byValue.flatMap((edge): Leg[] => {
    const pool = pools[edge] as Pool
    const [a, b] = [first[edge] as number, second[edge] as number]
    const [from, to] = (direction[edge] as number) > 0 ? [a, b] : [b, a]
    const { taken, paid } = used.get(pool) ?? { taken: new Set(), paid: new Set() }
    if (taken.size > 0 && (!isVaultPool(pool) || paid.has(from) || taken.has(to))) return []
    used.set(pool, { taken: taken.add(from), paid: paid.add(to) })
    const amountIn = (valueIn[edge] as number) / (prices[from] as number)
    return [{ edge, from, to, amountIn }]
  })
}

/** Topologically sorted trades; those that would close a cycle are omitted. */
function orderLegs(legs: readonly Leg[], tokenCount: number): Leg[] {
  const after = Array.from({ length: tokenCount }, (): Leg[] => [])
  for (const leg of legs) if (!leads(after, leg.to, leg.from)) after[leg.from]?.push(leg)
  const isSeen = new Uint8Array(tokenCount)
  const order: number[] = []
  const visit = (token: number) => {
    if (isSeen[token]) return
    isSeen[token] = 1
    for (const { to } of after[token] ?? []) visit(to)
    order.push(token)
  }
  for (let token = 0; token < tokenCount; token += 1) visit(token)
  return order.reverse().flatMap((token) => after[token] ?? [])
}

function leads(after: readonly (readonly Leg[])[], start: number, end: number): boolean {
  const isSeen = new Set([start])
  const open = [start]
  for (let token = open.pop(); token !== undefined; token = open.pop()) {
    if (token === end) return true
    for (const { to } of after[token] ?? []) {
      if (isSeen.has(to)) continue
      isSeen.add(to)
      open.push(to)
    }
  }
  return false
}
