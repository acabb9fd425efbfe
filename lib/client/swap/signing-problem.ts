import { ApiError } from '@/lib/client/request'
import { SigningError } from '@/lib/client/sign-order'
import { isDeclined } from '@/lib/client/wallet/wallet-signer'

/** Why an order did not come about, in words for its owner. */
export type SigningProblem = {
  readonly tone: 'info' | 'danger'
  readonly title: string
  readonly advice: string
}

/** What to tell about a failure between review and acceptance. Spec: Signing errors, Submission errors. */
export function describeSigningProblem(error: unknown): SigningProblem {
  if (isDeclined(error)) {
    const advice = 'Nothing was signed. Try again when you are ready.'
    return { tone: 'info', title: 'You declined the request', advice }
  }
  if (error instanceof SigningError) {
    return { tone: 'danger', title: error.message, advice: 'Nothing was submitted.' }
  }
  if (error instanceof ApiError) return describeRefusal(error)
  const advice = error instanceof Error ? firstLine(error.message) : 'Try again.'
  return { tone: 'danger', title: 'The wallet could not do this', advice }
}

function describeRefusal({ code, status, message }: ApiError): SigningProblem {
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

/** Wallet libraries append whole requests to their messages. */
function firstLine(message: string): string {
  return message.split('\n')[0] ?? message
}
