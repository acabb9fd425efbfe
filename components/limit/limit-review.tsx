'use client'

import type { ComponentProps } from 'react'
import { ReviewDialog } from '@/components/swap/review/review-dialog'
import type { ReviewedForm } from '@/components/swap/review/use-review'
import { offerDistance } from '@/lib/client/limit/limit-offer'
import { serverClock } from '@/lib/client/server-clock'
import { LimitTerms } from './limit-terms'
import type { Limit } from './use-limit'

type Props = Omit<ComponentProps<typeof ReviewDialog>, 'swap' | 'renderTerms'> & {
  readonly limit: Limit
  /** Called if the order has expired before it was placed; another one may be reviewed. */
  readonly onExpired: () => void
}

/** Reviews a limit order with the swap's dialog. The owner sets the price, so market changes do not affect it. */
export const LimitReview = ({ limit, onExpired, ...given }: Props) => {
  const { offer, sellToken, buyToken } = given
  const { quote } = offer.answer
  const distance = offerDistance(offer, limit.market.ratio)
  const swap: ReviewedForm = {
    form: { sellToken: sellToken.address, buyToken: buyToken.address },
    limit: { distance },
    keyId: JSON.stringify(quote),
    quote: { stage: 'firm', signable: offer },
    slippage: { bps: 0 },
    deadline: { seconds: quote.validTo - Math.floor(serverClock.nowMs() / 1_000) },
    recipient: limit.recipient,
    permit: limit.permit,
    retry: onExpired,
  }
  return (
    <ReviewDialog
      {...given}
      swap={swap}
      renderTerms={(seen) => (
        <LimitTerms offer={seen} {...{ limit, distance, sellToken, buyToken }} />
      )}
    />
  )
}
