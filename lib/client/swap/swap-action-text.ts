import type { SwapState } from './swap-action'

/** The names that the words of the main button need. */
export type SwapNames = {
  readonly sellSymbol: string
  readonly networkTitle: string
  readonly nativeSymbol: string
  /** Why there is no price, in a few words. */
  readonly quoteProblem: string | undefined
}

const words: Readonly<Record<SwapState, string | ((names: SwapNames) => string)>> = {
  offline: 'You are offline',
  'token-missing': 'Select a token',
  'amount-missing': 'Enter an amount',
  'amount-invalid': 'Check the amount',
  'wallet-restoring': 'Reconnecting wallet…',
  'wallet-missing': 'Connect wallet',
  'wallet-not-allowed': 'Use the demo wallet',
  'network-other': ({ networkTitle }) => `Switch to ${networkTitle}`,
  'chain-checking': 'Checking the wallet’s network…',
  'chain-other': ({ networkTitle }) => `Your wallet is on another ${networkTitle}`,
  'view-only': 'Connect a signer',
  'native-sell': ({ nativeSymbol }) => `Wrap ${nativeSymbol} first`,
  'quote-failed': ({ quoteProblem }) => quoteProblem ?? 'No price',
  'quote-loading': 'Finding the best price…',
  'quote-expired': 'Updating price…',
  'balance-short': ({ sellSymbol }) => `Not enough ${sellSymbol}`,
  'balance-unknown': 'Reading your balance…',
  'recipient-unclear': 'Check recipient',
  'code-checking': 'Checking the referral code…',
  wrap: ({ nativeSymbol }) => `Wrap ${nativeSymbol}`,
  unwrap: ({ nativeSymbol }) => `Unwrap to ${nativeSymbol}`,
  review: 'Review order',
}

/** What the main button says. */
export function swapActionText(state: SwapState, names: SwapNames): string {
  const text = words[state]
  return typeof text === 'string' ? text : text(names)
}
