import type { Address } from '@/lib/core/address'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'

/** What may fail in pools: their tokens but those that are known, and stable pools, which ask contracts for rates. */
export function untrustedIn(
  pools: readonly Pool[],
  known: ReadonlySet<Address>,
): readonly Address[] {
  const tokens = pools.flatMap(tokensOf).filter((token) => !known.has(token))
  const asking = pools.filter(({ protocol }) => protocol === 'balancer-stable')
  return [...new Set([...tokens, ...asking.map(({ address }) => address)])]
}

/** The pools in which no stranger is that could fail. */
export function withoutUntrusted(
  pools: readonly Pool[],
  known: ReadonlySet<Address>,
): readonly Pool[] {
  return pools.filter((pool) => untrustedIn([pool], known).length === 0)
}
