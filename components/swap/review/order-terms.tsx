'use client'

import type { ComponentProps } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { OfferDetails } from '@/components/swap/form/offer-details'
import { OfferRail } from '@/components/swap/form/price-summary'
import { offerTerms } from '@/lib/client/swap/quote-offer'
import { OtherReceiver } from './other-receiver'

type Props = Omit<ComponentProps<typeof OfferDetails>, 'opens'> & {
  /** The ENS name that was entered for the recipient, if any. */
  readonly recipientName: string | undefined
}

/** The order's terms: trade, recipient and all details. */
export const OrderTerms = ({ offer, recipientName, ...given }: Props) => {
  const format = useFormat()
  const { sellToken, buyToken } = given
  const terms = offerTerms(offer, offer.slippageBps)
  return (
    <div className="grid gap-3">
      <p className="numeric font-display text-h2 font-semibold">
        {format.amount(terms.pays, sellToken.decimals)} {sellToken.symbol} →{' '}
        {format.amount(terms.gets, buyToken.decimals)} {buyToken.symbol}
      </p>
      <OfferRail {...{ terms, sellToken, buyToken }} />
      <OtherReceiver {...{ offer, buyToken, recipientName }} />
      <OfferDetails offer={offer} {...given} opens="aside" />
    </div>
  )
}
