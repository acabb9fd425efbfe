'use client'

import { useTranslations } from 'next-intl'
import { formatUnits } from 'viem'
import { useFormat } from '@/components/i18n/use-format'
import { useValueLoss } from '@/components/swap/form/use-value-loss'
import { useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { AccountMark } from '@/components/tokens/token-mark'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { durationText, feeBps, otherReceiver } from '@/lib/client/swap/offer-text'
import {
  effectivePrice,
  type OrderOffer,
  offerTerms,
  referrerOf,
} from '@/lib/client/swap/quote-offer'
import { type SlippageSource, slippageSize } from '@/lib/client/swap/slippage'
import type { Token } from '@/lib/client/swap/tokens'
import { usdValue } from '@/lib/client/usd-value'
import { ReviewAmounts } from './review-amounts'

type Props = {
  readonly offer: OrderOffer
  readonly sellToken: Token
  readonly buyToken: Token
  /** Validity of the order in seconds. */
  readonly validSeconds: number
  readonly slippageSource: SlippageSource
}

/** The terms of a quote's order: two amounts and six rows, each fact once. */
export const OrderTerms = ({ offer, sellToken, buyToken, validSeconds, slippageSource }: Props) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { slippageBps, answer } = offer
  const terms = offerTerms(offer, slippageBps)
  const { kind, cost } = terms
  const form = { sellToken: sellToken.address, buyToken: buyToken.address }
  const known = useValueLoss({ form, sellToken, buyToken }, terms)
  const costUsd = usdValue(cost, sellToken, useUsdPrice(sellToken.address))
  const fee = feeBps(offer)
  const price = Number(formatUnits(effectivePrice(terms, sellToken.decimals), buyToken.decimals))
  const worst =
    kind === 'sell'
      ? `${format.amount(terms.buyAmount, buyToken)} ${buyToken.symbol}`
      : `${format.amount(terms.sellAmount, sellToken)} ${sellToken.symbol}`
  return (
    <div className="grid grid-cols-1 gap-5">
      <ReviewAmounts {...{ terms, sellToken, buyToken, known }} />
      <DetailList place="dialog">
        <Detail name={t('offer.rate')}>
          1 {sellToken.symbol} = {format.orderRate(price)} {buyToken.symbol}
        </Detail>
        <Detail name={t('review.worst', { kind })}>{worst}</Detail>
        <Detail
          name={t('settings.largest')}
          note={slippageSource === 'custom' ? undefined : t('settings.automatic')}
        >
          <span className={slippageSize(slippageBps) === 'usual' ? undefined : 'text-warn'}>
            {format.percent(slippageBps / 10_000)}
          </span>
        </Detail>
        <Detail name={t('offer.cost')} note={t('review.included')}>
          {costUsd === undefined
            ? `${format.amount(cost, sellToken)} ${sellToken.symbol}`
            : format.usd(costUsd)}
        </Detail>
        {fee > 0 ? (
          <Detail name={t('offer.fee')} note={t('review.included')}>
            {format.percent(fee / 10_000)}
          </Detail>
        ) : null}
        <Expiry
          validTo={answer.quote.validTo}
          note={t('review.in', { duration: durationText(t, validSeconds) })}
        />
        <RecipientRow offer={offer} />
        <ReferrerRow offer={offer} />
      </DetailList>
    </div>
  )
}

type ExpiryProps = {
  /** Unix seconds. */
  readonly validTo: number
  readonly note?: string | undefined
}

/** When the order expires, in the owner's time zone: the time alone today. */
export const Expiry = ({ validTo, note }: ExpiryProps) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const [date, now] = [new Date(validTo * 1_000), new Date()]
  const isToday = date.toDateString() === now.toDateString()
  return (
    <Detail name={t('review.expires')} note={note}>
      {isToday ? format.clock(date) : format.local(date, now)}
    </Detail>
  )
}

type OfferProps = { readonly offer: OrderOffer }

/** The recipient if it is the owner's wallet; another one is a warning instead. */
export const RecipientRow = ({ offer }: OfferProps) => {
  const t = useTranslations('swap')
  if (otherReceiver(offer) !== undefined) return null
  return (
    <Detail name={t('recipient.label')}>
      <span className="inline-flex items-center gap-2 align-middle">
        <AccountMark account={offer.answer.from} />
        {t('review.own')}
      </span>
    </Detail>
  )
}

/** The affiliate code that the order carries, if any. */
export const ReferrerRow = ({ offer }: OfferProps) => {
  const t = useTranslations('swap')
  const code = referrerOf(offer)
  return code === undefined ? null : <Detail name={t('review.referrer')}>{code}</Detail>
}
