/** How a cancellation that did not go through ended. */
export type CancelFailure =
  /** The order is no longer open: there is nothing left to cancel. */
  | { readonly isOver: true; readonly tone: 'success' | 'info'; readonly title: string }
  /** It is still open; `next` says what to do. */
  | { readonly isOver: false; readonly title: string; readonly next: string }

const finals: ReadonlyMap<string, CancelFailure> = new Map([
  [
    'OrderFullyExecuted',
    { isOver: true, tone: 'success', title: 'Filled before it could be cancelled' },
  ],
  ['AlreadyCancelled', { isOver: true, tone: 'info', title: 'It was cancelled already' }],
  ['OrderExpired', { isOver: true, tone: 'info', title: 'It has expired meanwhile' }],
])

/** Explains why a cancellation failed. Spec: States and transitions; 4001 is the wallet's "declined". */
export function explainCancelFailure(error: {
  readonly code?: number | string
  readonly reason?: string
  readonly message: string
}): CancelFailure {
  const final = finals.get(String(error.code))
  if (final) return final
  if (error.code === 4001) {
    return retry('You declined the signature', 'The order is still open.')
  }
  if (error.code === 4902) {
    return retry('Your wallet does not know this network', 'Add it to the wallet and try again.')
  }
  if (error.code === 'OnChainOrder') {
    return retry(
      'This order is signed on chain',
      'Cancel it there, from the wallet that placed it.',
    )
  }
  if (error.reason === 'wrong-signer' || error.code === 'InvalidSignature') {
    return retry('The signature is not the owner’s', 'Choose the account that placed the order.')
  }
  return retry('The cancellation did not get through', 'The order is still open. Try again.')
}

const retry = (title: string, next: string): CancelFailure => ({ isOver: false, title, next })
