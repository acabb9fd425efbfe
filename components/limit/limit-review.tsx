'use client'

import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { Expiry, RecipientRow, ReferrerRow } from '@/components/swap/review/order-terms'
import { ReviewAmounts } from '@/components/swap/review/review-amounts'
import { ReviewDialog } from '@/components/swap/review/review-dialog'
import type { ReviewedForm } from '@/components/swap/review/use-review'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { offerDistance } from '@/lib/client/limit/limit-offer'
import { ratioOf, ratioText, waitsForPrice, withCosts } from '@/lib/client/limit/ratio'
import { serverClock } from '@/lib/client/server-clock'
import { type OrderOffer, offerTerms } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'
import { LimitNote, ShortNote } from './limit-notes'
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
  const distance = offerDistance(offer, limit.market.shown)
  const swap: ReviewedForm = {
    form: { sellToken: sellToken.address, buyToken: buyToken.address },
    limit: { distance },
    keyId: JSON.stringify(quote),
    quote: { stage: 'firm', signable: offer },
    slippage: { bps: 0, source: 'default' },
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

type TermsProps = {
  readonly offer: OrderOffer
  readonly limit: Pick<Limit, 'market' | 'scale' | 'recipient' | 'balance'>
  /** Distance of the limit from the market, in basis points; undefined while unknown. */
  readonly distance: number | undefined
  readonly sellToken: Token
  readonly buyToken: Token
}

/** Lists the terms of a limit order. */
export const LimitTerms = ({ offer, limit, distance, sellToken, buyToken }: TermsProps) => {
  const t = useTranslations('limit')
  const format = useFormat()
  const { pays, gets } = offerTerms(offer, offer.slippageBps)
  const { validTo, partiallyFillable } = offer.answer.quote
  const price = ratioOf(gets, pays)
  const scale = { ...limit.scale, isInverted: false }
  const number = (text: string) => format.rate(Number(text))
  const isWaiting = waitsForPrice(offerDistance(offer, limit.market.ratio) ?? 0)
  const { costs } = limit.market
  const fillsAt = isWaiting && price && costs ? withCosts(price, costs) : undefined
  const unit = t('unit', { quote: buyToken.symbol, base: sellToken.symbol })
  const terms = { kind: 'sell', pays, gets } as const
  return (
    <div className="grid grid-cols-1 gap-4">
      <ReviewAmounts
        {...{ terms, sellToken, buyToken }}
        limit={partiallyFillable ? 'partial' : 'whole'}
        known={undefined}
      />
      {distance === undefined ? null : (
        <LimitNote
          market={limit.market}
          {...{ price, distance, isWaiting, scale, sellToken, buyToken }}
        />
      )}
      <ShortNote limit={{ ...limit, sellToken }} />
      <DetailList place="dialog">
        <Detail name={t('price')}>
          {price ? number(ratioText(price, scale)) : null} {unit}
        </Detail>
        <Detail name={t('terms.market')}>
          {limit.market.shown
            ? `${number(ratioText(limit.market.shown, scale))} ${unit}`
            : t('terms.marketUnknown')}
        </Detail>
        {fillsAt === undefined ? null : (
          <Detail name={t('terms.fillsAt')}>
            {number(ratioText(fillsAt, scale))} {unit}
          </Detail>
        )}
        <Detail name={t('terms.fills')}>
          {partiallyFillable ? t('terms.partial') : t('terms.whole')}
        </Detail>
        <Expiry validTo={validTo} />
        <RecipientRow offer={offer} />
        <ReferrerRow offer={offer} />
      </DetailList>
    </div>
  )
}
