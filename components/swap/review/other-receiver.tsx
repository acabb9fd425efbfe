'use client'

import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { otherReceiver } from '@/lib/client/swap/offer-text'
import type { QuoteOffer } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'

type Props = {
  readonly offer: QuoteOffer
  readonly buyToken: Token
  /** The ENS name that was entered for the recipient, if any. */
  readonly recipientName: string | undefined
}

/** Warns that the order pays another address than its owner's. */
export const OtherReceiver = ({ offer, buyToken, recipientName }: Props) => {
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
