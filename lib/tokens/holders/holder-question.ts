import { z } from 'zod'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'

/** A query for the `limit` largest holders of a token on a network. */
export type HolderQuestion = {
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
