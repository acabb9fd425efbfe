import { ApiError } from '@/lib/client/request'
import { SignInError } from '@/lib/client/sign-in'
import { describeWalletProblem, type WalletProblem } from '@/lib/client/wallet/wallet-problem'

/** What to tell about a sign-in that failed. */
export function describeSignInProblem(error: unknown): WalletProblem {
  if (error instanceof SignInError) {
    return { tone: 'danger', title: 'Signing in works elsewhere', advice: error.message }
  }
  if (error instanceof ApiError) {
    return { tone: 'danger', title: titleOf(error.status), advice: error.message }
  }
  return describeWalletProblem(error)
}

function titleOf(status: number): string {
  if (status === 503) return 'Nobody can sign in here'
  if (status === 409) return 'Too many accounts'
  return status >= 500 ? 'The service is not answering' : 'The sign-in was not accepted'
}
