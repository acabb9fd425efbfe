import type { ReviewStep } from './review-action'

/** The names that the words of a review's button need. */
export type ReviewNames = {
  readonly sellSymbol: string
  readonly networkTitle: string
  /** Seconds until the next try of a busy service. */
  readonly retrySeconds: number
}

const words: Readonly<Record<ReviewStep, string | ((names: ReviewNames) => string)>> = {
  signing: 'Confirm in your wallet…',
  'signing-late': 'Ask the wallet again',
  posting: 'Sending…',
  'posting-retry': ({ retrySeconds }) => `Service busy, trying again in ${retrySeconds} s`,
  placed: 'Order placed',
  forbidden: 'This wallet can’t place orders here',
  'approval-resetting': ({ sellSymbol }) => `Resetting the ${sellSymbol} allowance…`,
  'approval-wallet': 'Confirm in your wallet…',
  'approval-late': 'Ask the wallet again',
  'approval-pending': ({ sellSymbol }) => `Approving ${sellSymbol}…`,
  'approval-confirming': 'Reading your allowance…',
  'price-worse': 'Accept new price',
  'price-updating': 'Updating price…',
  'allowance-unknown': 'Reading your allowance…',
  approve: ({ sellSymbol }) => `Approve ${sellSymbol}`,
  'approve-again': ({ sellSymbol }) => `Approve ${sellSymbol} again`,
  'network-other': ({ networkTitle }) => `Switch to ${networkTitle}`,
  'loss-unknown': 'Comparing the values…',
  'consent-missing': 'Agree to the risk first',
  sign: 'Sign order',
}

/** What the button of a review says. */
export function reviewActionText(step: ReviewStep, names: ReviewNames): string {
  const text = words[step]
  return typeof text === 'string' ? text : text(names)
}
