import type { PairKind } from './swap-form'

/** How far the wallet is from signing on the network that is shown. */
export type WalletReadiness =
  | 'restoring'
  | 'none'
  /** This kind of wallet must not sign for this network. */
  | 'not-allowed'
  | 'other-network'
  /** Whether its network is this very chain is being found out. */
  | 'checking-chain'
  /** It claims the chain id, but is on another chain. */
  | 'other-chain'
  | 'ready'

/** All that decides what the main button says. */
export type SwapFacts = {
  readonly isOnline: boolean
  readonly sellSymbol: string | undefined
  readonly buySymbol: string | undefined
  readonly amount: 'missing' | 'invalid' | 'given'
  readonly wallet: WalletReadiness
  readonly networkTitle: string
  readonly nativeSymbol: string
  readonly pair: PairKind
  readonly quote: 'loading' | 'expired' | 'ready'
  /** Why there is no price, in a few words. */
  readonly quoteProblem: string | undefined
  /** `unknown` while the balance is being read. */
  readonly balance: 'enough' | 'short' | 'unknown'
  /** The affiliate code that the order carries, if any; `checking` while it is being found out. */
  readonly code: 'known' | 'checking'
}

/** What the main button does; `none` says why nothing can be done. */
export type SwapAction = {
  readonly does:
    | 'none'
    | 'choose-token'
    | 'enter-amount'
    | 'connect'
    | 'switch-network'
    | 'wrap-first'
    | 'wrap'
    | 'unwrap'
    | 'review'
  readonly label: string
  /** Something is under way that ends by itself. */
  readonly isBusy?: true
}

/** What the main button of the swap form says and does; the first state that applies wins. */
export function decideSwapAction(facts: SwapFacts): SwapAction {
  return formAction(facts) ?? walletAction(facts) ?? pairAction(facts) ?? quoteAction(facts)
}

function formAction(facts: SwapFacts): SwapAction | undefined {
  if (!facts.isOnline) return { does: 'none', label: 'You are offline' }
  if (!facts.sellSymbol || !facts.buySymbol) {
    return { does: 'choose-token', label: 'Select a token' }
  }
  if (facts.amount === 'missing') return { does: 'enter-amount', label: 'Enter an amount' }
  if (facts.amount === 'invalid') return { does: 'enter-amount', label: 'Check the amount' }
  return undefined
}

function walletAction({ wallet, networkTitle }: SwapFacts): SwapAction | undefined {
  switch (wallet) {
    case 'restoring':
      return { does: 'none', label: 'Reconnecting wallet…', isBusy: true }
    case 'none':
      return { does: 'connect', label: 'Connect wallet' }
    case 'not-allowed':
      return { does: 'connect', label: 'Use the demo wallet' }
    case 'other-network':
      return { does: 'switch-network', label: `Switch to ${networkTitle}` }
    case 'checking-chain':
      return { does: 'none', label: 'Checking the wallet’s network…', isBusy: true }
    case 'other-chain':
      return { does: 'none', label: `Your wallet is on another ${networkTitle}` }
    case 'ready':
      return undefined
  }
}

function pairAction({ pair, balance, ...facts }: SwapFacts): SwapAction | undefined {
  const native = facts.nativeSymbol
  if (pair === 'native-sell') return { does: 'wrap-first', label: `Wrap ${native} first` }
  if (pair === 'order') return undefined
  if (balance === 'short') return notEnough(facts)
  return pair === 'wrap'
    ? { does: 'wrap', label: `Wrap ${native}` }
    : { does: 'unwrap', label: `Unwrap to ${native}` }
}

function quoteAction({ quote, quoteProblem, balance, code, ...facts }: SwapFacts): SwapAction {
  if (quoteProblem !== undefined) return { does: 'none', label: quoteProblem }
  if (quote === 'loading') {
    return { does: 'none', label: 'Finding the best price…', isBusy: true }
  }
  if (balance === 'short') return notEnough(facts)
  if (quote === 'expired') return { does: 'none', label: 'Updating price…', isBusy: true }
  if (balance === 'unknown') return { does: 'none', label: 'Reading your balance…', isBusy: true }
  if (code === 'checking') {
    return { does: 'none', label: 'Checking the referral code…', isBusy: true }
  }
  return { does: 'review', label: 'Review order' }
}

function notEnough({ sellSymbol = '' }: Pick<SwapFacts, 'sellSymbol'>): SwapAction {
  return { does: 'none', label: `Not enough ${sellSymbol}` }
}
