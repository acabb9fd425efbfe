import type { Address } from '@/lib/core/address'

/** Server-side facts for a token's page. */
export type ShownTokenFacts = {
  readonly chainId: number
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Where the token list has its logo. */
  readonly logoURI: string | undefined
  /** In atoms; undefined if it could not be read. */
  readonly totalSupply: bigint | undefined
  /** Display names of possible holders, by lower-case address. */
  readonly labels: readonly (readonly [string, string])[]
  /** The other token, by pool address. */
  readonly partners: ReadonlyMap<string, { readonly address: Address; readonly symbol: string }>
}
