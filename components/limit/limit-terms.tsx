'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { OtherReceiver } from '@/components/swap/review/order-terms'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { shortAddress } from '@/components/wallet/short-address'
import { ratioOf, ratioText, waitsForPrice, withCosts } from '@/lib/client/limit/ratio'
import { otherReceiver } from '@/lib/client/swap/offer-text'
import { type OrderOffer, offerTerms, referrerOf } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'
import { LimitNote } from './limit-note'
import { LimitRail } from './limit-rail'
import { ShortNote } from './short-note'
import type { Limit } from './use-limit'

type Props = {
  readonly offer: OrderOffer
  readonly limit: Pick<Limit, 'market' | 'scale' | 'recipient' | 'balance'>
  /** Distance of the limit from the market, in basis points; undefined while unknown. */
  readonly distance: number | undefined
  readonly sellToken: Token
  readonly buyToken: Token
}

/** Lists the terms of a limit order. */
export const LimitTerms = ({ offer, limit, distance, sellToken, buyToken }: Props) => {
  const t = useTranslations('limit')
  const format = useFormat()
  const { pays, gets } = offerTerms(offer, offer.slippageBps)
  const { validTo, partiallyFillable } = offer.answer.quote
  const price = ratioOf(gets, pays)
  const scale = { ...limit.scale, isInverted: false }
  const number = (text: string) => format.number(Number(text), { maximumSignificantDigits: 8 })
  const referrer = referrerOf(offer)
  const receiver = otherReceiver(offer)
  const isWaiting = distance !== undefined && waitsForPrice(distance)
  const { costs } = limit.market
  const fillsAt = isWaiting && price && costs ? withCosts(price, costs) : undefined
  const unit = t('unit', { quote: buyToken.symbol, base: sellToken.symbol })
  const pay = `${format.amount(pays, sellToken.decimals)} ${sellToken.symbol}`
  const get = `${format.amount(gets, buyToken.decimals)} ${buyToken.symbol}`
  return (
    <div className="grid gap-3">
      <p className="numeric font-display text-h2 font-semibold">
        {pay} → {get}
      </p>
      <LimitRail terms={{ sellAmount: pays, buyAmount: gets }} {...{ limit, buyToken }} />
      {distance === undefined ? null : (
        <LimitNote market={limit.market} {...{ price, distance, scale, sellToken, buyToken }} />
      )}
      <OtherReceiver {...{ offer, buyToken }} recipientName={limit.recipient.name} />
      <ShortNote limit={{ ...limit, sellToken }} />
      <DetailList>
        <Detail name={t('terms.pay')}>{pay}</Detail>
        <Detail name={t('terms.receive')}>{get}</Detail>
        <Detail name={t('terms.price')}>
          {price ? number(ratioText(price, scale)) : null} {unit}
        </Detail>
        <Detail name={t('terms.market')}>
          {limit.market.ratio
            ? `${number(ratioText(limit.market.ratio, scale))} ${unit}`
            : t('terms.marketUnknown')}
        </Detail>
        {fillsAt === undefined ? null : (
          <Detail name={t('terms.fillsAt')}>
            {number(ratioText(fillsAt, scale))} {unit}
          </Detail>
        )}
        <Detail name={t('terms.fees')}>{t('terms.noFees')}</Detail>
        <Detail name={t('terms.expires')}>
          {format.date(new Date(validTo * 1_000), { dateStyle: 'medium', timeStyle: 'short' })}
        </Detail>
        <Detail name={t('terms.fills')}>
          {partiallyFillable ? t('terms.partial') : t('terms.whole')}
        </Detail>
        <Detail name={t('terms.recipient')}>
          {receiver === undefined ? (
            t('terms.own')
          ) : (
            <span className="font-mono text-label" title={receiver}>
              {shortAddress(receiver)}
            </span>
          )}
        </Detail>
        {referrer === undefined ? null : <Detail name={t('terms.referrer')}>{referrer}</Detail>}
      </DetailList>
    </div>
  )
}
