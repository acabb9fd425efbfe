import { type KeptText, keptText } from '@/lib/client/kept-text'
import type { Address } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'

/** Whose approval of which token. */
export type ApprovalOf = {
  readonly chainId: number
  readonly token: Address
  readonly owner: Address
}

const keptOf = ({ chainId, token, owner }: ApprovalOf): KeptText =>
  keptText(`coincide.approval ${chainId} ${token} ${owner}`)

/** Remembers the transaction of an approval that is on its way, over a reload of the page. */
export function keepApproval(of: ApprovalOf, hash: Hex): void {
  keptOf(of).write(hash)
}

/** Forgets an approval, once it is known how it ended. */
export function forgetApproval(of: ApprovalOf): void {
  keptOf(of).write(null)
}

/** The transaction of an approval that was on its way when the page was left. */
export function findApproval(of: ApprovalOf): Hex | undefined {
  return parseHex(keptOf(of).read() ?? '', 32)
}
