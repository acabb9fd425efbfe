import type { Address } from '@/lib/core/address'

/** An account and what it holds of a token, in atoms. */
export type Holder = { readonly address: Address; readonly balance: bigint }

/** Puts the largest holder first, and those who hold the same by address; for `sort`. */
export function byBalance(a: Holder, b: Holder): number {
  if (a.balance !== b.balance) return a.balance > b.balance ? -1 : 1
  return a.address < b.address ? -1 : 1
}
