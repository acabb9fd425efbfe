import { z } from 'zod'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'

/** Which holders are asked for: the `limit` largest ones of a token of a network. */
export type HolderQuestion = {
  readonly chainId: number
  readonly token: Address
  readonly limit: number
}

/** A holder's address as providers give it, in any case. */
export const holderAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase() as Address)

/** A balance in atoms, as decimal text. */
export const holderBalance = z
  .string()
  .regex(/^[0-9]{1,78}$/)
  .transform(BigInt)
  .refine((balance) => balance <= maxUint256)
