import type { Hex } from '@/lib/core/bytes'

/** How an account consents: its own key signs, or the contract that it is decides. */
export type AccountKind = 'key' | 'contract'

/** What the code of an account that its key lends to a contract begins with (EIP-7702). */
const delegation = '0xef0100'

/** What an account is by its code; one that only lends itself to a contract still signs with its key (EIP-7702). */
export function accountKind(code: Hex | undefined): AccountKind {
  const isKey = code === undefined || code === '0x' || code.toLowerCase().startsWith(delegation)
  return isKey ? 'key' : 'contract'
}
