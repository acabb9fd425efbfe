import type { Translator } from '@/lib/client/i18n/translator'
import { isDeclined } from './is-declined'

/** A failed wallet request, described for its owner. */
export type WalletProblem = {
  readonly tone: 'info' | 'danger'
  readonly title: string
  readonly advice: string
  /** The original message of the wallet or the service, mostly English. */
  readonly message?: string
}

/** Describes a failed wallet request: declined or failed. */
export function describeWalletProblem(t: Translator<'wallet'>, error: unknown): WalletProblem {
  if (isDeclined(error)) {
    const advice = t('problem.declinedAdvice')
    return { tone: 'info', title: t('problem.declined'), advice }
  }
  // Wallet libraries append whole requests to their messages.
  const [message = ''] = error instanceof Error ? error.message.split('\n') : []
  const problem = {
    tone: 'danger',
    title: t('problem.failed'),
    advice: t('problem.again'),
  } as const
  return message === '' ? problem : { ...problem, message }
}
