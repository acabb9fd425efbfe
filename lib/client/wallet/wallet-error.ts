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

/** Returns whether a wallet's error, however deeply wrapped, means that the owner declined (EIP-1193 code 4001). */
export function isDeclined(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === 4001) return true
  }
  return false
}
