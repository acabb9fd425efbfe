import type { Address } from '@/lib/core/address'

/** An account and its token balance in atoms. */
export type Holder = { readonly address: Address; readonly balance: bigint }

/** Comparator for `sort`: largest balance first, then by address. */
export function byBalance(a: Holder, b: Holder): number {
  if (a.balance !== b.balance) return a.balance > b.balance ? -1 : 1
  return a.address < b.address ? -1 : 1
}
