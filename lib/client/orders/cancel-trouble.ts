import { isDeclined } from '@/lib/client/wallet/is-declined'

/** Why a cancellation failed. */
export type CancelTrouble =
  | 'declined'
  /** The wallet does not know the network. */
  | 'unknownNetwork'
  /** The signer is not the owner. */
  | 'wrongSigner'
  /** The order was presigned, and must be cancelled on-chain. */
  | 'onChainOrder'
  /** One of the orders has ended: the service cancels all of a list or none. */
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

/** Classifies a failed cancellation. Spec: States and transitions; 4001 and 4902 are wallet error codes. */
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
