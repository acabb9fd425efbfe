import type { Address } from '@/lib/core/address'

/** An account's balance of a token and the vault relayer's allowance, in atoms. */
export type Holding = {
  /** Undefined: the token does not report it. */
  readonly balance: bigint | undefined
  /** Undefined for the native token, which needs none, and where the token does not report it. */
  readonly allowance: bigint | undefined
}

/** Holdings of one account at one block, by token. */
export type Holdings = ReadonlyMap<Address, Holding>

/** The holding of a token that does not answer. */
export const unknownHolding: Holding = { balance: undefined, allowance: undefined }

/** Whether two holdings are the same. */
export function isSameHolding(one: Holding, other: Holding): boolean {
  return one.balance === other.balance && one.allowance === other.allowance
}
