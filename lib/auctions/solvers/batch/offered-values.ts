import { curveRate } from '@/lib/routing/graph/pool-curve'
import type { BatchMarket } from './batch-market'

/** Maximum number of pools over which an offer propagates. */
const maxIterations = 4

/**
 * Values of surplus such that no untrusted token counts more than pools or orders ask for it in trusted tokens: surplus
 * in it counts no more than what is paid, however its price arose.
 */
export function offeredValues(market: BatchMarket): Float64Array {
  const { values, worths, pools, orders } = market
  const isUntrusted = (k: number) => worths[k] === 0 && (values[k] as number) > 0
  const offered = values.slice()
  if (!values.some((_, k) => isUntrusted(k))) return offered
  const ask = (token: number, value: number) => {
    if (!isUntrusted(token) || !(value < (offered[token] as number))) return false
    offered[token] = value
    return true
  }
  for (let step = 0; step < maxIterations; step += 1) {
    let isLower = false
    for (const [i, curve] of pools.curves.entries()) {
      const [a, b] = [pools.first[i] as number, pools.second[i] as number]
      // Marginal input of one token per atom of the other.
      const [forSecond, forFirst] = [1 / curveRate(curve, 1), 1 / curveRate(curve, -1)]
      if ((offered[a] as number) > 0)
        isLower = ask(b, (offered[a] as number) * forSecond) || isLower
      if ((offered[b] as number) > 0) isLower = ask(a, (offered[b] as number) * forFirst) || isLower
    }
    for (const [i, limit] of orders.limits.entries()) {
      const [s, b] = [orders.sell[i] as number, orders.buy[i] as number]
      if ((offered[b] as number) > 0) isLower = ask(s, (offered[b] as number) * limit) || isLower
    }
    if (!isLower) break
  }
  return offered
}
