import { ApiError } from '@/lib/client/request'
import { SignInError } from '@/lib/client/sign-in'
import { isDeclined } from '@/lib/client/wallet/wallet-signer'

/** Why a sign-in did not come about, in words for the owner of the wallet. */
export type SignInProblem = {
  readonly tone: 'info' | 'danger'
  readonly title: string
  readonly advice: string
}

/** What to tell about a sign-in that failed. */
export function describeSignInProblem(error: unknown): SignInProblem {
  if (isDeclined(error)) {
    const advice = 'Nothing was signed. Try again when you are ready.'
    return { tone: 'info', title: 'You declined the request', advice }
  }
  if (error instanceof SignInError) {
    return { tone: 'danger', title: 'Signing in works elsewhere', advice: error.message }
  }
  if (error instanceof ApiError) {
    return { tone: 'danger', title: titleOf(error.status), advice: error.message }
  }
  const advice = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'Try again.'
  return { tone: 'danger', title: 'The wallet could not do this', advice }
}

function titleOf(status: number): string {
  if (status === 503) return 'Nobody can sign in here'
  if (status === 409) return 'Too many accounts'
  return status >= 500 ? 'The service is not answering' : 'The sign-in was not accepted'
}
