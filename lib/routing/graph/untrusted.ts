import type { Address } from '@/lib/core/address'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'

/** A network's base tokens and its wrapped native token. */
export type BaseTokens = {
  readonly baseTokens: readonly Address[]
  readonly wrappedNative: Address
}

/** Returns the tokens that a route may always pass: the network's base tokens, and those that its orders trade. */
export function knownTokens(
  { baseTokens, wrappedNative }: BaseTokens,
  traded: readonly Address[],
): ReadonlySet<Address> {
  return new Set([...baseTokens, wrappedNative, ...traded])
}

/** Whether pools of a kind call untrusted contracts: stable pools call rate providers. */
const callsUntrusted: Readonly<Record<Pool['protocol'], boolean>> = {
  'uniswap-v2': false,
  'uniswap-v3': false,
  'balancer-weighted': false,
  'balancer-stable': true,
}

/** Returns the addresses in pools that may fail: unknown tokens, and pools that call untrusted contracts. */
export function untrustedIn(
  pools: readonly Pool[],
  known: ReadonlySet<Address>,
): readonly Address[] {
  const tokens = pools.flatMap(tokensOf).filter((token) => !known.has(token))
  const calling = pools.filter(({ protocol }) => callsUntrusted[protocol])
  return [...new Set([...tokens, ...calling.map(({ address }) => address)])]
}

/** Returns the pools without untrusted contracts. */
export function withoutUntrusted(
  pools: readonly Pool[],
  known: ReadonlySet<Address>,
): readonly Pool[] {
  return pools.filter((pool) => untrustedIn([pool], known).length === 0)
}
