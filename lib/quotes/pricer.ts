import { defineSlot } from '@/lib/context'
import type { Pool } from '@/lib/liquidity/pool'
import { type PricedOffer, type PricingQuestion, priceOffers } from './price-offers'

/**
 * Prices a question by one block's pools, which are to be the same array for the same state; may give up after
 * `deadlineMs` (Unix milliseconds). Fails as {@link priceOffers} does.
 */
export type Pricer = (
  question: PricingQuestion,
  market: { readonly pools: readonly Pool[]; readonly deadlineMs: number },
) => Promise<readonly PricedOffer[]>

/** The pricer of a process: its own event loop, unless it was set to price elsewhere. */
export const pricerOf = defineSlot('quotes/pricer', (): Pricer => {
  return async (question, { pools }) => priceOffers(question, pools)
})
