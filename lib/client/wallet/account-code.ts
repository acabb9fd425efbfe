import type { Hex } from '@/lib/core/bytes'

/** How an account authorises: its key signs, or its contract decides. */
export type AccountKind = 'key' | 'contract'

/** Prefix of a delegated account's code (EIP-7702). */
const delegation = '0xef0100'

/** Classifies an account by its code; a delegated one still signs with its key (EIP-7702). */
export function accountKind(code: Hex | undefined): AccountKind {
  const isKey = code === undefined || code === '0x' || code.toLowerCase().startsWith(delegation)
  return isKey ? 'key' : 'contract'
}
