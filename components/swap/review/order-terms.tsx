'use client'

import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { OfferDetails } from '@/components/swap/form/offer-details'
import { OfferRail } from '@/components/swap/form/price-summary'
import { Alert } from '@/components/ui/alert'
import { otherReceiver } from '@/lib/client/swap/offer-text'
import { offerTerms, type QuoteOffer } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'

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
        {format.amount(terms.pays, sellToken)} {sellToken.symbol} →{' '}
        {format.amount(terms.gets, buyToken)} {buyToken.symbol}
      </p>
      <OfferRail {...{ terms, sellToken, buyToken }} />
      <OtherReceiver {...{ offer, buyToken, recipientName }} />
      <OfferDetails offer={offer} {...given} opens="aside" />
    </div>
  )
}

type ReceiverProps = {
  readonly offer: QuoteOffer
  readonly buyToken: Token
  /** The ENS name that was entered for the recipient, if any. */
  readonly recipientName: string | undefined
}

/** Warns that the order pays another address than its owner's. */
export const OtherReceiver = ({ offer, buyToken, recipientName }: ReceiverProps) => {
  const t = useTranslations('swap')
  const receiver = otherReceiver(offer)
  if (receiver === undefined) return null
  return (
    <Alert tone="warn" title={t('offer.elseTitle', { symbol: buyToken.symbol })}>
      {recipientName === undefined ? null : <p>{recipientName}</p>}
      <p className="font-mono text-label wrap-anywhere">{receiver}</p>
    </Alert>
  )
}
