import { isDeclined } from './is-declined'

/** Why a transaction that was sent brought nothing about. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError'
  readonly reason: 'reverted' | 'cancelled'

  constructor(reason: 'reverted' | 'cancelled') {
    super(`the transaction was ${reason}`)
    this.reason = reason
  }
}

/** Why something that a wallet was to do on the chain did not come about, by what was thrown. */
export function transactionTrouble(
  error: unknown,
): 'rejected' | 'reverted' | 'cancelled' | 'failed' {
  if (error instanceof TransactionError) return error.reason
  return isDeclined(error) ? 'rejected' : 'failed'
}
