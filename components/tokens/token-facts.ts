import type { Address } from '@/lib/core/address'

/** Server-side facts for a token's page. */
export type ShownTokenFacts = {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In atoms; undefined if it could not be read. */
  readonly totalSupply: bigint | undefined
  /** Display names of possible holders, by lower-case address. */
  readonly labels: readonly (readonly [string, string])[]
  /** Symbol of the other token, by pool address. */
  readonly partners: ReadonlyMap<string, string>
}
