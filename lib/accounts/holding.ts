import type { Address } from '@/lib/core/address'

/** What an account holds of a token, in atoms, and what the vault relayer may take of it. */
export type Holding = {
  /** Undefined: the token does not say. */
  readonly balance: bigint | undefined
  /** Undefined for the native token, which needs none, and where the token does not say. */
  readonly allowance: bigint | undefined
}

/** Holdings of one account at one block, by token. */
export type Holdings = ReadonlyMap<Address, Holding>

/** What is said of a token that does not answer. */
export const unknownHolding: Holding = { balance: undefined, allowance: undefined }

/** Whether two holdings are the same. */
export function isSameHolding(one: Holding, other: Holding): boolean {
  return one.balance === other.balance && one.allowance === other.allowance
}
