import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import { curveRate, pairsOf } from '@/lib/routing/graph/pool-curve'

/** Best marginal rates from one token to each other token, its own included; missing: unreachable. */
type Rates = ReadonlyMap<Address, number>

/** Maximum number of pools on a path; further ones hardly improve a rate. */
const maxHops = 6

type Edges = readonly { readonly from: Address; readonly to: Address; readonly rate: number }[]

const known = new WeakMap<readonly Pool[], { edges: Edges; rates: Map<Address, Rates> }>()

/**
 * Returns the best marginal rates from a token to all others, net of fees: an upper bound on the price of any trade
 * through these pools. Cached per pool state.
 */
export function bestRates(pools: readonly Pool[], token: Address): Rates {
  const found = known.get(pools) ?? { edges: edgesOf(pools), rates: new Map() }
  known.set(pools, found)
  const rates = found.rates.get(token) ?? ratesFrom(found.edges, token)
  found.rates.set(token, rates)
  return rates
}

function edgesOf(pools: readonly Pool[]): Edges {
  return pools.flatMap((pool) =>
    pairsOf(pool).flatMap(({ first, second, curve }) => [
      { from: first, to: second, rate: curveRate(curve, 1) },
      { from: second, to: first, rate: curveRate(curve, -1) },
    ]),
  )
}

function ratesFrom(edges: Edges, token: Address): Rates {
  let rates = new Map([[token, 1]])
  for (let hop = 0; hop < maxHops; hop += 1) {
    const next = new Map(rates)
    let isBetter = false
    for (const { from, to, rate } of edges) {
      const through = (rates.get(from) ?? 0) * rate
      if (!(through > (next.get(to) ?? 0))) continue
      next.set(to, through)
      isBetter = true
    }
    if (!isBetter) break
    rates = next
  }
  return rates
}
