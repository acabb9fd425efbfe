import type { Translator } from '@/lib/client/i18n/translator'
import { ApiError } from '@/lib/client/request'
import { SigningError } from '@/lib/client/signing-error'
import { describeWalletProblem, type WalletProblem } from '@/lib/client/wallet/wallet-problem'

/** What to tell about a failure between review and acceptance. Spec: Signing errors, Submission errors. */
export function describeSigningProblem(t: Translator<'wallet'>, error: unknown): WalletProblem {
  if (error instanceof SigningError) {
    return { tone: 'danger', title: error.message, advice: t('refusal.nothing') }
  }
  if (error instanceof ApiError) return describeRefusal(t, error)
  return describeWalletProblem(t, error)
}

function describeRefusal(
  t: Translator<'wallet'>,
  { code, status, message }: ApiError,
): WalletProblem {
  const title = isKnown(code)
    ? t(`refusal.${code}`)
    : status >= 500
      ? t('refusal.silent')
      : t('refusal.other')
  return { tone: 'danger', title, advice: message }
}

const known = [
  'InsufficientBalance',
  'InsufficientAllowance',
  'InvalidSignature',
  'OrderExpired',
  'InsufficientValidTo',
  'Forbidden',
  'RateLimited',
] as const

const isKnown = (code: string): code is (typeof known)[number] =>
  known.some((each) => each === code)
