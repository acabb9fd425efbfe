'use client'

import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { Alert } from '@/components/ui/alert'
import { otherReceiver } from '@/lib/client/swap/offer-text'
import { offerTerms } from '@/lib/client/swap/quote-offer'
import { OfferDetails } from './offer-details'
import { OfferRail } from './price-summary'

type Props = Omit<ComponentProps<typeof OfferDetails>, 'opens'> & {
  /** The name by which its recipient was entered, if any. */
  readonly recipientName: string | undefined
}

/** What the order says: the trade, who else is paid, and every line of it. */
export const OrderTerms = ({ offer, recipientName, ...given }: Props) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { sellToken, buyToken } = given
  const terms = offerTerms(offer, offer.slippageBps)
  const receiver = otherReceiver(offer)
  return (
    <div className="grid gap-3">
      <p className="numeric font-display text-h2 font-semibold">
        {format.amount(terms.pays, sellToken.decimals)} {sellToken.symbol} →{' '}
        {format.amount(terms.gets, buyToken.decimals)} {buyToken.symbol}
      </p>
      <OfferRail {...{ terms, sellToken, buyToken }} />
      {receiver === undefined ? null : (
        <Alert tone="warn" title={t('offer.elseTitle', { symbol: buyToken.symbol })}>
          {recipientName === undefined ? null : <p>{recipientName}</p>}
          <p className="font-mono text-label wrap-anywhere">{receiver}</p>
        </Alert>
      )}
      <OfferDetails offer={offer} {...given} opens="aside" />
    </div>
  )
}
