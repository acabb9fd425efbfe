import type { Address } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'

/** Whose approval of which token. */
export type ApprovalOf = {
  readonly chainId: number
  readonly token: Address
  readonly owner: Address
}

const keyOf = ({ chainId, token, owner }: ApprovalOf) =>
  `coincide.approval ${chainId} ${token} ${owner}`

/** Remembers the transaction of an approval that is on its way, over a reload of the page. */
export function keepApproval(of: ApprovalOf, hash: Hex): void {
  withStorage((storage) => storage.setItem(keyOf(of), hash))
}

/** Forgets an approval, once it is known how it ended. */
export function forgetApproval(of: ApprovalOf): void {
  withStorage((storage) => storage.removeItem(keyOf(of)))
}

/** The transaction of an approval that was on its way when the page was left. */
export function findApproval(of: ApprovalOf): Hex | undefined {
  return parseHex(withStorage((storage) => storage.getItem(keyOf(of))) ?? '', 32)
}

/** Storage may be closed to the page (private windows); then nothing is remembered. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
