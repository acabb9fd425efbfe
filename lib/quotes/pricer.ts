import { defineSlot } from '@/lib/context'
import type { Pool } from '@/lib/liquidity/pool'
import { type PricedOffer, type PricingRequest, priceOffers } from './price-offers'

/**
 * Prices a question with one block's pools; equal states must be passed as the same array. May give up after
 * `deadlineMs` (Unix milliseconds). Throws as {@link priceOffers} does.
 */
export type Pricer = (
  question: PricingRequest,
  market: { readonly pools: readonly Pool[]; readonly deadlineMs: number },
) => Promise<readonly PricedOffer[]>

/** Returns the process's pricer: its own main thread, unless pricing threads were configured. */
export const pricerOf = defineSlot('quotes/pricer', (): Pricer => {
  return async (question, { pools }) => priceOffers(question, pools)
})
