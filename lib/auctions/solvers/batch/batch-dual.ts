import { evaluateEdges, type PoolTrades } from '@/lib/routing/graph/trade-pools'
import type { BatchMarket } from './batch-market'

/**
 * The dual problem of a batch, with its last evaluation.
 *
 * Assign a price to each token. Each order trades at its limit, and each pool optimally, if that gains at these prices;
 * the sum of the gains bounds the surplus of any settlement (see `boundAuction`). At the prices that minimise the sum,
 * supply from orders and pools covers demand in every token.
 *
 * An order is all or nothing at any price but its own, a kink that no Newton method can follow. It is therefore
 * smoothed into a small pool whose price runs from slightly below its limit to slightly above, by `softness` as a
 * logarithm.
 *
 * Derived in `docs/math/batch-dual.md`, sections 2 and 3.
 */
export type BatchDual = PoolTrades & {
  readonly market: BatchMarket
  /** Additional supply of each token in atoms (negative: demand). */
  readonly stock: Float64Array
  /** Lower bounds of the prices. */
  readonly floors: Float64Array
  readonly prices: Float64Array
  softness: number
  value: number
  /** Each order's executed fraction, from 0 to 1. */
  readonly fills: Float64Array
  /** Second derivatives of the pools' gains, followed by those of the orders'. */
  readonly weight: Float64Array
}

/** Creates a dual problem at these prices. */
export function createBatchDual(
  market: BatchMarket,
  { prices, floors }: Pick<BatchDual, 'prices' | 'floors'>,
): BatchDual {
  const edges = market.pools.curves.length
  const orders = market.orders.entries.length
  const tokens = market.tokens.length
  return {
    market,
    stock: new Float64Array(tokens),
    floors,
    prices: prices.slice(),
    // Solvers set their own before they minimise.
    softness: 1e-2,
    value: 0,
    gradient: new Float64Array(tokens),
    direction: new Int8Array(edges),
    valueIn: new Float64Array(edges),
    valueOut: new Float64Array(edges),
    turn: new Uint8Array(edges),
    fills: new Float64Array(orders),
    weight: new Float64Array(edges + orders),
    roots: new Float64Array(tokens),
  }
}

/** Evaluates the problem at `dual.prices`. */
export function evaluateBatch(dual: BatchDual): void {
  const { prices, gradient, roots, stock } = dual
  let value = 0
  for (let k = 0; k < roots.length; k += 1) {
    const there = (prices[k] as number) * (stock[k] as number)
    roots[k] = Math.sqrt(prices[k] as number)
    gradient[k] = there
    value += there
  }
  dual.value = value + evaluateEdges(dual.market.pools, dual) + addOrders(dual)
}

function addOrders({ market, prices, gradient, fills, weight, softness }: BatchDual): number {
  const { sell, buy, gives, asks } = market.orders
  const offset = market.pools.curves.length
  let gain = 0
  for (let i = 0; i < fills.length; i += 1) {
    const s = sell[i] as number
    const b = buy[i] as number
    const given = (prices[s] as number) * (gives[i] as number)
    const asked = (prices[b] as number) * (asks[i] as number)
    const reach = Math.log(given / asked) / softness
    const fill = reach >= 1 ? 1 : reach > -1 ? (reach + 1) / 2 : 0
    fills[i] = fill
    weight[offset + i] = reach < 1 && reach > -1 ? given / (2 * softness) : 0
    if (fill === 0) continue
    const brought = given * fill
    const paid = (asked * Math.exp(-softness) * Math.expm1(2 * softness * fill)) / (2 * softness)
    gradient[s] = (gradient[s] as number) + brought
    gradient[b] = (gradient[b] as number) - paid
    gain += brought - paid
  }
  return gain
}
