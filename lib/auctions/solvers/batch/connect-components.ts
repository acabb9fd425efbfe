import type { BatchDual } from './batch-dual'

/** Minimum distance to a kink, as a logarithm, so that a weight stays finite. */
const minGap = 1e-10

/** A step goes this far beyond its kink, so that the pool or order there trades after it. */
const past = 1 + 1e-6

/** Initial marginal prices of each pool, in both directions. */
export type PoolRates = { readonly forward: Float64Array; readonly backward: Float64Array }

/** Rounds of connecting components; each halves the number of those that can be connected (Borůvka). */
const maxRounds = 8

type Group = { pull: number; gap: number; edge: number }

/**
 * Tokens that trade with each other, but with no held token, have no second derivative when their prices move together.
 * For each such component, finds the pool or order that is nearest to begin (or end) trading with it in the direction
 * of the gradient, and gives it a weight in `weight` that makes a Newton step end there. See `docs/math/batch-dual.md`,
 * section 4.
 */
export function connectComponents(dual: BatchDual, system: Joining): void {
  // Components may first lead to each other.
  for (let round = 0; round < maxRounds && joinGroups(dual, system); round += 1);
}

type Joining = {
  readonly weight: Float64Array
  readonly held: Uint8Array
  readonly rates: PoolRates
}

/** Whether a component was connected. */
function joinGroups(dual: BatchDual, { weight, held, rates }: Joining): boolean {
  const roots = groupTokens(dual, weight, held)
  const groups = new Map<number, Group>()
  const heldRoot = roots[held.length] as number
  for (let k = 0; k < held.length; k += 1) {
    const root = roots[k] as number
    if (root === heldRoot) continue
    const group = groups.get(root) ?? { pull: 0, gap: Number.POSITIVE_INFINITY, edge: -1 }
    group.pull += dual.gradient[k] as number
    groups.set(root, group)
  }
  if (groups.size === 0) return false
  const consider = (edge: number, [rising, falling]: readonly [number, number], gap: number) => {
    if (roots[rising] === roots[falling] || !(gap < Number.POSITIVE_INFINITY)) return
    const up = groups.get(roots[rising] as number)
    if (up && up.pull < 0 && gap < up.gap) Object.assign(up, { gap, edge })
    const down = groups.get(roots[falling] as number)
    if (down && down.pull > 0 && gap < down.gap) Object.assign(down, { gap, edge })
  }
  considerPools(dual, { weight, rates }, consider)
  considerOrders(dual, weight, consider)
  let isJoined = false
  for (const { pull, gap, edge } of groups.values()) {
    if (edge < 0 || pull === 0) continue
    isJoined = true
    weight[edge] = (weight[edge] as number) + Math.abs(pull) / (Math.max(gap, minGap) * past)
  }
  return isJoined
}

type Consider = (
  edge: number,
  tokens: readonly [rising: number, falling: number],
  gap: number,
) => void

/** An idle pool begins to sell a token when its price rises, or to buy one when its price falls. */
function considerPools(
  { market, prices }: BatchDual,
  { weight, rates }: { readonly weight: Float64Array; readonly rates: PoolRates },
  consider: Consider,
): void {
  const { first, second } = market.pools
  for (let i = 0; i < first.length; i += 1) {
    if (weight[i] !== 0) continue
    const [a, b] = [first[i] as number, second[i] as number]
    const ratio = (prices[a] as number) / (prices[b] as number)
    consider(i, [b, a], Math.log(ratio / (rates.forward[i] as number)))
    consider(i, [a, b], -Math.log(ratio * (rates.backward[i] as number)))
  }
}

/** An idle order begins when its sell token's price rises; a fully executed one ends when that falls. */
function considerOrders(
  { market, prices, ...dual }: BatchDual,
  weight: Float64Array,
  consider: Consider,
) {
  const { sell, buy, gives, asks } = market.orders
  const offset = market.pools.curves.length
  for (let i = 0; i < sell.length; i += 1) {
    if (weight[offset + i] !== 0) continue
    const [s, b] = [sell[i] as number, buy[i] as number]
    const given = (prices[s] as number) * (gives[i] as number)
    const reach = Math.log(given / ((prices[b] as number) * (asks[i] as number)))
    const gap = Math.abs(reach) - dual.softness
    consider(offset + i, reach > 0 ? [b, s] : [s, b], gap)
  }
}

/** The representative of each token's component; all held tokens share one. */
function groupTokens({ market }: BatchDual, weight: Float64Array, held: Uint8Array): Int32Array {
  const { pools, orders } = market
  const parent = Int32Array.from({ length: held.length + 1 }, (_, k) => (held[k] ? held.length : k))
  const find = (start: number) => {
    let k = start
    while (parent[k] !== k) {
      parent[k] = parent[parent[k] as number] as number
      k = parent[k] as number
    }
    return k
  }
  const edges = pools.curves.length
  for (let i = 0; i < weight.length; i += 1) {
    if (weight[i] === 0) continue
    const a = i < edges ? pools.first[i] : orders.sell[i - edges]
    const b = i < edges ? pools.second[i] : orders.buy[i - edges]
    parent[find(a as number)] = find(b as number)
  }
  return parent.map((_, k) => find(k))
}
