import { isDeclined } from '@/lib/client/wallet/is-declined'

/** Why a cancellation did not go through. */
export type CancelTrouble =
  | 'declined'
  /** The wallet does not know the network. */
  | 'unknownNetwork'
  /** Who signed is not the owner. */
  | 'wrongSigner'
  /** The order was signed on chain, and is cancelled there. */
  | 'onChainOrder'
  /** One of the orders is over: the service cancels all of a list or none. */
  | 'someEnded'
  /** The transaction failed, or its owner replaced it. */
  | 'reverted'
  /** The wallet, the service or the chain did not answer. */
  | 'failed'

const ended: ReadonlySet<unknown> = new Set([
  'OrderFullyExecuted',
  'AlreadyCancelled',
  'OrderExpired',
])

/** Why a cancellation failed. Spec: States and transitions; 4001 and 4902 are codes of wallets. */
export function cancelTrouble(error: {
  readonly code?: number | string
  readonly reason?: string
  readonly message: string
}): CancelTrouble {
  const { code, reason } = error
  if (isDeclined(error) || code === 4001) return 'declined'
  if (ended.has(code)) return 'someEnded'
  if (code === 4902) return 'unknownNetwork'
  if (code === 'OnChainOrder') return 'onChainOrder'
  if (reason === 'wrong-signer' || code === 'InvalidSignature') return 'wrongSigner'
  return reason === 'reverted' || reason === 'cancelled' ? 'reverted' : 'failed'
}
