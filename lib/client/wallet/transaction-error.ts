import { isDeclined } from './is-declined'

/** Why a sent transaction had no effect. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError'
  readonly reason: 'reverted' | 'cancelled'

  constructor(reason: 'reverted' | 'cancelled') {
    super(`the transaction was ${reason}`)
    this.reason = reason
  }
}

/** Classifies an error as the failure of a wallet's transaction. */
export function transactionTrouble(
  error: unknown,
): 'rejected' | 'reverted' | 'cancelled' | 'failed' {
  if (error instanceof TransactionError) return error.reason
  return isDeclined(error) ? 'rejected' : 'failed'
}
