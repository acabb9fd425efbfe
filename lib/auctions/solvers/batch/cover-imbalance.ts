import { poolGas } from '@/lib/liquidity/swap-pool'
import { type BatchDual, createBatchDual } from './batch-dual'
import type { BatchMarket, BatchOrders } from './batch-market'
import { minimiseBatch } from './minimise-batch'
import { floorsAt } from './solve-dual'

/** Maximum number of Newton steps. */
const maxIterations = 80

/** Relative gain at which to stop. */
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
 * This is the dual problem without orders. A negative value at any prices proves that nothing covers the net.
 */
export function coverImbalance(market: BatchMarket, { net, prices }: Netting): Cover | undefined {
  const { dual, isCovered } = priceNet(market, { net, prices })
  return isCovered ? { dual, left: dual.value } : undefined
}

/**
 * Like {@link coverImbalance}, but also returns the final prices if pools cannot cover: scarce tokens are expensive
 * there.
 */
export function priceNet(
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

/** Successive fractions of its cost that a pool must gain. */
const dearness = [1 / 8, 1 / 2, 1]

/** The same market without pools whose gas exceeds their gain for a cover. */
export function thinOutPools(market: BatchMarket, netting: Netting): BatchMarket {
  const { costs } = market.pools
  if (costs.every((cost) => cost === 0)) return market
  const worth = ({ dual, left }: Cover) =>
    left - usedEdges(dual).reduce((sum, i) => sum + (dual.market.pools.costs[i] as number), 0)
  let best = market
  let cover = coverImbalance(market, netting)
  for (const share of dearness) {
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
