import { decideSwapAction, type SwapAction, type SwapFacts } from '@/lib/client/swap/swap-action'

/** All that decides what the main button of the limit form says. */
export type LimitFacts = Pick<
  SwapFacts,
  'isOnline' | 'tokenMissing' | 'amount' | 'wallet' | 'balance' | 'recipient' | 'code' | 'permit'
> & {
  /** `reading` where it follows the market, which is on its way. */
  readonly price: 'missing' | 'reading' | 'given'
  readonly expiry: 'invalid' | 'given'
  /** `refused` where the service trades one of the tokens not at all. */
  readonly market: 'open' | 'refused'
}

/** The main button of the limit form; the two states of its own ask for a field to be filled in. */
export type LimitAction = Omit<SwapAction, 'state'> & {
  readonly state: SwapAction['state'] | 'price-missing' | 'expiry-invalid'
}

/**
 * What the main button stands for and does: as that of a swap that needs no quote, but a price and an end. What the
 * account does not hold yet may be sold later.
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
