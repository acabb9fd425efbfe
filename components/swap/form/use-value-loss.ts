'use client'

import { useDelayed } from '@/components/app/use-delayed'
import type { ReviewedForm } from '@/components/swap/review/use-review'
import { useKnownPrice } from '@/components/swap/tokens/use-tokens'
import type { OfferTerms } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'
import { impactSteps, limitSteps, rateLoss, type ValueLoss } from '@/lib/client/swap/value-loss'
import { lossBps, usdValue } from '@/lib/client/usd-value'

/** Maximum wait for prices, in milliseconds. */
const maxWaitMs = 15_000

/** A loss in basis points, if known, and its severity. */
export type KnownLoss = {
  readonly bps: number | undefined
  readonly loss: ValueLoss
  /** Its kind: the buy amount's lower value, or the limit's distance below the market. */
  readonly of: 'impact' | 'limit'
}

type Compared = Pick<ReviewedForm, 'form' | 'limit'> & {
  readonly sellToken: Pick<Token, 'decimals'> | undefined
  readonly buyToken: Pick<Token, 'decimals'> | undefined
}

/** Computes an order's loss: a limit's distance from the market if known, else by US dollar prices. */
export function useValueLoss(
  { form, limit, sellToken, buyToken }: Compared,
  terms: Pick<OfferTerms, 'pays' | 'gets'> | undefined,
): KnownLoss {
  const sold = useKnownPrice(form.sellToken)
  const bought = useKnownPrice(form.buyToken)
  const isLoading = sold.isLoading || bought.isLoading
  const isTooLong = useDelayed(isLoading, maxWaitMs)
  const given = usdValue(terms?.pays, sellToken, sold.price)
  const got = usdValue(terms?.gets, buyToken, bought.price)
  const worthBps = given === undefined || got === undefined ? undefined : lossBps(given, got)
  const bps = limit?.distance === undefined ? worthBps : -limit.distance
  const prices = isLoading && !isTooLong ? 'loading' : 'ready'
  const loss = rateLoss(bps, { prices, steps: limit ? limitSteps : impactSteps })
  return { bps, loss, of: limit ? 'limit' : 'impact' }
}
