import type { Translator } from '@/lib/client/i18n/translator'
import { isDeclined } from './is-declined'

/** Why something that a wallet was asked for did not come about, in words for its owner. */
export type WalletProblem = {
  readonly tone: 'info' | 'danger'
  readonly title: string
  readonly advice: string
  /** What the wallet or the service says itself, in its own words, which are English mostly. */
  readonly said?: string
}

/** What to tell of a wallet that has not signed: its owner declined, or it failed. */
export function describeWalletProblem(t: Translator<'wallet'>, error: unknown): WalletProblem {
  if (isDeclined(error)) {
    const advice = t('problem.declinedAdvice')
    return { tone: 'info', title: t('problem.declined'), advice }
  }
  // Wallet libraries append whole requests to their messages.
  const [said = ''] = error instanceof Error ? error.message.split('\n') : []
  const problem = {
    tone: 'danger',
    title: t('problem.failed'),
    advice: t('problem.again'),
  } as const
  return said === '' ? problem : { ...problem, said }
}
