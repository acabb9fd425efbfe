import type { Address } from '@/lib/core/address'

/** What a token's page knows of it from the server. */
export type ShownTokenFacts = {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In atoms; undefined when not known now. */
  readonly totalSupply: bigint | undefined
  /** Names of addresses that may hold it, by lower-case address. */
  readonly labels: readonly (readonly [string, string])[]
  /** Symbols of what it is traded against, by the pool's address. */
  readonly partners: ReadonlyMap<string, string>
}
