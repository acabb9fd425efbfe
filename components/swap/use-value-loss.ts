'use client'

import { useOutlasts } from '@/components/app/use-outlasts'
import type { OfferTerms } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'
import { judgeLoss, type ValueLoss } from '@/lib/client/swap/value-loss'
import { lossBps, usdValue } from '@/lib/client/usd-text'
import type { ReviewedForm } from './reviewed-form'
import { useKnownPrice } from './use-tokens'

/** How long prices are waited for, in milliseconds. */
const longestWaitMs = 15_000

/** How much less the buy side is worth, in basis points where both prices are known, and how grave that is. */
export type KnownLoss = { readonly bps: number | undefined; readonly loss: ValueLoss }

type Compared = Pick<ReviewedForm, 'form'> & {
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
}

/** Compares what an order gives with what it gets, by US dollar prices. */
export function useValueLoss(
  { form, sellToken, buyToken }: Compared,
  terms: Pick<OfferTerms, 'pays' | 'gets'> | undefined,
): KnownLoss {
  const sold = useKnownPrice(form.sellToken)
  const bought = useKnownPrice(form.buyToken)
  const isLoading = sold.isLoading || bought.isLoading
  const isTooLong = useOutlasts(isLoading, longestWaitMs)
  const given = usdValue(terms?.pays, sellToken, sold.price)
  const got = usdValue(terms?.gets, buyToken, bought.price)
  const bps = given === undefined || got === undefined ? undefined : lossBps(given, got)
  return { bps, loss: judgeLoss(bps, isLoading && !isTooLong ? 'loading' : 'ready') }
}
