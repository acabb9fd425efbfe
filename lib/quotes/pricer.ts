import type { Context } from '@/lib/context'
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

const pricer = 'quotes:pricer'

/** Lets a process price elsewhere than in its own loop from now on. */
export function priceElsewhere(ctx: Context, price: Pricer): void {
  ctx.memo.set(pricer, price)
}

/** Prices where the process was told to, else here. */
export const priceQuestion = (ctx: Context): Pricer => {
  const elsewhere = ctx.memo.get(pricer) as Pricer | undefined
  return elsewhere ?? (async (question, { pools }) => priceOffers(question, pools))
}
