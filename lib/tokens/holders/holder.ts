import { z } from 'zod'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'

/** An account and its token balance in atoms. */
export type Holder = { readonly address: Address; readonly balance: bigint }

/** Comparator for `sort`: largest balance first, then by address. */
export function byBalance(a: Holder, b: Holder): number {
  if (a.balance !== b.balance) return a.balance > b.balance ? -1 : 1
  return a.address < b.address ? -1 : 1
}

/** A query for the `limit` largest holders of a token on a network. */
export type HolderQuery = {
  readonly chainId: number
  readonly token: Address
  readonly limit: number
}

/** A holder's address from a provider, in any letter case. */
export const holderAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase() as Address)

/** A balance in atoms, as a decimal string. */
export const holderBalance = z
  .string()
  .regex(/^[0-9]{1,78}$/)
  .transform(BigInt)
  .refine((balance) => balance <= maxUint256)
