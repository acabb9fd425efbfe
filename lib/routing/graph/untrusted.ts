import type { Address } from '@/lib/core/address'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'

/** Returns the addresses in pools that may fail: unknown tokens, and stable pools, which call rate providers. */
export function untrustedIn(
  pools: readonly Pool[],
  known: ReadonlySet<Address>,
): readonly Address[] {
  const tokens = pools.flatMap(tokensOf).filter((token) => !known.has(token))
  const withRates = pools.filter(({ protocol }) => protocol === 'balancer-stable')
  return [...new Set([...tokens, ...withRates.map(({ address }) => address)])]
}

/** Returns the pools without untrusted contracts. */
export function withoutUntrusted(
  pools: readonly Pool[],
  known: ReadonlySet<Address>,
): readonly Pool[] {
  return pools.filter((pool) => untrustedIn([pool], known).length === 0)
}
