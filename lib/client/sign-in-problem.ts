import type { Translator } from '@/lib/client/i18n/translator'
import { ApiError } from '@/lib/client/request'
import { SignInError } from '@/lib/client/sign-in'
import { describeWalletProblem, type WalletProblem } from '@/lib/client/wallet/wallet-problem'

/** What to tell about a sign-in that failed. */
export function describeSignInProblem(t: Translator<'wallet'>, error: unknown): WalletProblem {
  if (error instanceof SignInError) {
    return { tone: 'danger', title: t('signIn.elsewhere'), advice: error.message }
  }
  if (error instanceof ApiError) {
    return { tone: 'danger', title: titleOf(t, error.status), advice: error.message }
  }
  return describeWalletProblem(t, error)
}

function titleOf(t: Translator<'wallet'>, status: number): string {
  if (status === 503) return t('signIn.nobody')
  if (status === 409) return t('signIn.tooMany')
  return status >= 500 ? t('signIn.silent') : t('signIn.refused')
}
