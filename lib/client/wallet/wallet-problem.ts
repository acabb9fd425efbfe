import { isDeclined } from './is-declined'

/** Why something that a wallet was asked for did not come about, in words for its owner. */
export type WalletProblem = {
  readonly tone: 'info' | 'danger'
  readonly title: string
  readonly advice: string
}

/** What to tell of a wallet that has not signed: its owner declined, or it failed. */
export function describeWalletProblem(error: unknown): WalletProblem {
  if (isDeclined(error)) {
    const advice = 'Nothing was signed. Try again when you are ready.'
    return { tone: 'info', title: 'You declined the request', advice }
  }
  // Wallet libraries append whole requests to their messages.
  const advice = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'Try again.'
  return { tone: 'danger', title: 'The wallet could not do this', advice }
}
