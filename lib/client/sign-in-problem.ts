import type { Translator } from '@/lib/client/i18n/translator'
import { ApiError } from '@/lib/client/request'
import { SignInError } from '@/lib/client/sign-in'
import { describeWalletProblem, type WalletProblem } from '@/lib/client/wallet/wallet-problem'

/** Describes a failed sign-in. */
export function describeSignInProblem(t: Translator<'wallet'>, error: unknown): WalletProblem {
  if (error instanceof SignInError) {
    const { served, shown } = error
    const advice = t('signIn.elsewhereAdvice', { served, shown })
    return { tone: 'danger', title: t('signIn.elsewhere'), advice }
  }
  if (!(error instanceof ApiError)) return describeWalletProblem(t, error)
  const problem = { tone: 'danger', ...wordsOf(t, error.status) } as const
  return error.status < 500 ? { ...problem, message: error.message } : problem
}

function wordsOf(t: Translator<'wallet'>, status: number) {
  if (status === 503) return { title: t('signIn.nobody'), advice: t('signIn.nobodyAdvice') }
  if (status === 409) return { title: t('signIn.tooMany'), advice: t('signIn.tooManyAdvice') }
  const title = status >= 500 ? t('signIn.silent') : t('signIn.refused')
  return { title, advice: t('problem.again') }
}
