import { ApiError } from '@/lib/client/request'
import { SigningError } from '@/lib/client/sign-order'
import { describeWalletProblem, type WalletProblem } from '@/lib/client/wallet/wallet-problem'

/** What to tell about a failure between review and acceptance. Spec: Signing errors, Submission errors. */
export function describeSigningProblem(error: unknown): WalletProblem {
  if (error instanceof SigningError) {
    return { tone: 'danger', title: error.message, advice: 'Nothing was submitted.' }
  }
  if (error instanceof ApiError) return describeRefusal(error)
  return describeWalletProblem(error)
}

function describeRefusal({ code, status, message }: ApiError): WalletProblem {
  const title = refusals[code] ?? (status >= 500 ? notAnswering : 'The order was not accepted')
  return { tone: 'danger', title, advice: message }
}

const notAnswering = 'The service is not answering'

const refusals: Readonly<Record<string, string>> = {
  InsufficientBalance: 'Not enough balance',
  InsufficientAllowance: 'Not enough allowance',
  InvalidSignature: 'The wallet signed different data',
  OrderExpired: 'This took too long',
  InsufficientValidTo: 'This took too long',
  Forbidden: 'This wallet cannot place orders here',
  RateLimited: 'Too many requests',
}
