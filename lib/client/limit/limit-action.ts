import { decideSwapAction, type SwapAction, type SwapFacts } from '@/lib/client/swap/swap-action'

/** The inputs of the limit form's main button. */
export type LimitFacts = Pick<
  SwapFacts,
  'isOnline' | 'tokenMissing' | 'amount' | 'wallet' | 'balance' | 'recipient' | 'code' | 'permit'
> & {
  /** `reading` while the market price that it follows is loading. */
  readonly price: 'missing' | 'reading' | 'given'
  readonly expiry: 'invalid' | 'given'
  /** `refused` if the service does not trade one of the tokens. */
  readonly market: 'open' | 'refused'
}

/** The limit form's main button; two states of its own ask for a field. */
export type LimitAction = Omit<SwapAction, 'state'> & {
  readonly state: SwapAction['state'] | 'price-missing' | 'expiry-invalid'
}

/**
 * Returns the main button's state and action: like a swap's without a quote, but with a price and an expiry. A missing
 * balance is allowed, since it may arrive later.
 */
export function decideLimitAction({ price, expiry, market, ...facts }: LimitFacts): LimitAction {
  const balance = facts.balance === 'short' ? 'enough' : facts.balance
  const quote = market === 'refused' ? 'failed' : price === 'reading' ? 'loading' : 'firm'
  const action = decideSwapAction({ ...facts, balance, pair: 'order', quote })
  if (!facts.isOnline || facts.tokenMissing || facts.amount !== 'given') return action
  const ask = { does: 'enter-amount', isBusy: false } as const
  if (price === 'missing') return { state: 'price-missing', ...ask }
  return expiry === 'invalid' ? { state: 'expiry-invalid', ...ask } : action
}
