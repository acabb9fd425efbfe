import type { Translator } from '@/lib/client/i18n/translator'
import { ApiError } from '@/lib/client/request'
import { SigningError } from '@/lib/client/signing-error'
import { TransactionError } from '@/lib/client/wallet/transaction-error'
import { describeWalletProblem, type WalletProblem } from '@/lib/client/wallet/wallet-problem'
import { RecipientError } from './recipient'

/** Describes a failure between review and acceptance. Spec: Signing errors, Submission errors. */
export function describeSigningProblem(t: Translator<'wallet'>, error: unknown): WalletProblem {
  if (error instanceof SigningError) {
    return { tone: 'danger', title: t(`signing.${error.code}`), advice: t('refusal.nothing') }
  }
  if (error instanceof TransactionError) {
    const title = t(`presignTrouble.${error.reason}`)
    return { tone: 'danger', title, advice: t('problem.again') }
  }
  if (error instanceof RecipientError) {
    return { tone: 'danger', title: t('refusal.recipient'), advice: t('problem.again') }
  }
  if (error instanceof ApiError) return describeRefusal(t, error)
  return describeWalletProblem(t, error)
}

function describeRefusal(
  t: Translator<'wallet'>,
  { code, status, message }: ApiError,
): WalletProblem {
  if (status >= 500) {
    return { tone: 'danger', title: t('refusal.silent'), advice: t('problem.again') }
  }
  const title = isKnown(code) ? t(`refusal.${code}`) : t('refusal.other')
  const advice = code === 'Forbidden' ? t('refusal.forbidden') : t('refusal.nothing')
  return { tone: 'danger', title, advice, message: message }
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
