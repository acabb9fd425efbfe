'use client'

import type { ComponentProps } from 'react'
import { ReviewDialog } from '@/components/swap/review-dialog'
import type { ReviewedForm } from '@/components/swap/reviewed-form'
import { LimitTerms } from './limit-terms'
import type { Limit } from './use-limit'

type Props = Omit<ComponentProps<typeof ReviewDialog>, 'swap' | 'renderTerms'> & {
  readonly limit: Limit
}

/** The review of a limit order: that of a swap whose offer its owner makes, so that it never changes. */
export const LimitReview = ({ limit, ...given }: Props) => {
  const { offer, sellToken, buyToken } = given
  const { quote } = offer.answer
  const swap: ReviewedForm = {
    form: { sellToken: sellToken.address, buyToken: buyToken.address },
    keyId: JSON.stringify(quote),
    quote: { stage: 'firm', signable: offer },
    slippage: { bps: 0 },
    deadline: { seconds: quote.validTo - Math.floor(Date.now() / 1_000) },
    recipient: limit.recipient,
    permit: limit.permit,
    retry: () => {},
  }
  return (
    <ReviewDialog
      {...given}
      swap={swap}
      renderTerms={(seen) => <LimitTerms offer={seen} {...{ limit, sellToken, buyToken }} />}
    />
  )
}
