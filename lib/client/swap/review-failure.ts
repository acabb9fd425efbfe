import { ApiError } from '@/lib/client/request'
import { SigningError, type SigningErrorCode } from '@/lib/client/signing-error'
import { isDeclined } from '@/lib/client/wallet/is-declined'

/** Why an order failed between review and acceptance. Spec: Signing errors, Submission errors. */
export type ReviewFailure =
  /** The owner declined in the wallet. */
  | 'declined'
  /** The wallet is on another network than the order. */
  | 'other-network'
  /** The wallet signs for another account than the order's. */
  | 'other-account'
  /** The result is not a signature of this order. */
  | 'other-signature'
  | 'balance'
  | 'allowance'
  | 'expired'
  /** An amount exceeds the contract's range. */
  | 'amount'
  | 'app-data'
  /** This wallet may not place orders here. */
  | 'forbidden'
  /** The service failed, is overloaded, or did not answer. */
  | 'down'
  /** The service or the wallet refused with a message of its own. */
  | 'refused'

const signing: Readonly<Record<SigningErrorCode, ReviewFailure>> = {
  'other-network': 'other-network',
  'other-domain': 'refused',
  'other-account': 'other-account',
  'other-signature': 'other-signature',
  'no-signature': 'other-signature',
  'not-taken': 'other-signature',
  'does-not-fit': 'refused',
}

const refusals: Readonly<Record<string, ReviewFailure>> = {
  InvalidSignature: 'other-signature',
  InsufficientBalance: 'balance',
  InsufficientAllowance: 'allowance',
  OrderExpired: 'expired',
  InsufficientValidTo: 'expired',
  SellAmountOverflow: 'amount',
  BuyAmountOverflow: 'amount',
  InvalidAppData: 'app-data',
  AppdataFromMismatch: 'app-data',
  Forbidden: 'forbidden',
}

/** Classifies a failed order. */
export function readReviewFailure(error: unknown): ReviewFailure {
  if (error instanceof SigningError) return signing[error.code]
  if (error instanceof ApiError) {
    const { code, status } = error
    return refusals[code] ?? (status >= 500 || status === 429 ? 'down' : 'refused')
  }
  if (isDeclined(error)) return 'declined'
  return error instanceof TypeError ? 'down' : 'refused'
}
