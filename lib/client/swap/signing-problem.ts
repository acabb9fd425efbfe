import { matchMessage } from '@/lib/client/i18n/match-message'
import type { Translator } from '@/lib/client/i18n/translator'
import { ApiError } from '@/lib/client/request'
import { SigningError } from '@/lib/client/signing-error'
import { TransactionError } from '@/lib/client/wallet/transaction-error'
import { describeWalletProblem, type WalletProblem } from '@/lib/client/wallet/wallet-problem'
import { RecipientError } from './recipient'

/** Formats atoms of the sell token with its symbol. */
type SoldText = (atoms: bigint) => string

/**
 * Describes a failure between review and acceptance; with `soldText`, missing funds in amounts of the sell token. Spec:
 * Signing errors, Submission errors.
 */
export function describeSigningProblem(
  t: Translator<'wallet'>,
  error: unknown,
  soldText?: SoldText,
): WalletProblem {
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
  if (error instanceof ApiError) {
    return (soldText && describeMissingFunds(t, error, soldText)) ?? describeRefusal(t, error)
  }
  return describeWalletProblem(t, error)
}

/** The service's messages about an order that its owner cannot fund, in atoms. */
const fundsMessages = {
  InsufficientBalance: 'the owner has {held} of the sell token ({source}, the order needs {needed}',
  InsufficientAllowance:
    'the vault relayer {relayer} may take {held} of the sell token ({source}, the order needs {needed}',
} as const

function describeMissingFunds(
  t: Translator<'wallet'>,
  { message }: ApiError,
  soldText: SoldText,
): WalletProblem | undefined {
  const { name, values } = matchMessage(fundsMessages, message) ?? {}
  if (name === undefined || !isAtoms(values?.held) || !isAtoms(values?.needed)) return undefined
  const amounts = { held: soldText(BigInt(values.held)), needed: soldText(BigInt(values.needed)) }
  const advice = `${t(`missing.${name}`, amounts)} ${t('refusal.nothing')}`
  return { tone: 'danger', title: t(`refusal.${name}`), advice }
}

const isAtoms = (text: string | undefined): text is string => /^\d+$/.test(text ?? '')

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
