'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { shortAddress } from '@/components/wallet/short-address'
import { durationText, feeText, gapText, otherReceiver } from '@/lib/client/swap/offer-text'
import { type OrderOffer, offerTerms, referrerOf } from '@/lib/client/swap/quote-offer'
import { slippageSize } from '@/lib/client/swap/slippage'
import type { Token } from '@/lib/client/swap/tokens'
import { lossTone } from './loss-tone'
import { costText, PriceLine } from './price-summary'
import { useValueLoss } from './use-value-loss'

type Props = {
  readonly offer: OrderOffer
  readonly sellToken: Token
  readonly buyToken: Token
  /** Validity of the order in seconds. */
  readonly validSeconds: number
  /** Target of the links to the tokens' pages. */
  readonly opens?: 'here' | 'aside'
}

/** Lists all details of a quote. */
export const OfferDetails = (props: Props) => {
  const { offer, sellToken, buyToken, validSeconds, opens = 'here' } = props
  const t = useTranslations('swap')
  const format = useFormat()
  const { slippageBps, answer } = offer
  const terms = offerTerms(offer, slippageBps)
  const sellPrice = useUsdPrice(sellToken.address)
  const tokens = { terms, sellToken, buyToken }
  const pay = (atoms: bigint) => `${format.amount(atoms, sellToken)} ${sellToken.symbol}`
  const get = (atoms: bigint) => `${format.amount(atoms, buyToken)} ${buyToken.symbol}`
  const { kind } = terms
  const gap = gapText(t, format, offer)
  const form = { sellToken: sellToken.address, buyToken: buyToken.address }
  const { bps, loss } = useValueLoss({ form, sellToken, buyToken }, terms)
  const receiver = otherReceiver(offer)
  const referrer = referrerOf(offer)
  return (
    <DetailList>
      <Detail name={t('offer.pay', { kind })}>{pay(terms.sellAmount)}</Detail>
      <Detail name={t('offer.receive', { kind })}>{get(terms.buyAmount)}</Detail>
      <Detail name={t('offer.price')}>
        <PriceLine {...tokens} opens={opens} />
      </Detail>
      <Detail name={t('offer.impact')}>
        <span className={lossTone(loss)}>
          {format.change(bps === undefined ? undefined : -bps / 10_000)}
        </span>
      </Detail>
      {gap === undefined ? null : <Detail name={t('offer.proven')}>{gap}</Detail>}
      <Detail name={t('offer.cost')}>{costText(format, { ...tokens, sellPrice })}</Detail>
      <Detail name={t('offer.fee')}>{feeText(t, format, offer)}</Detail>
      <Detail name={t('offer.slippage')}>
        <span className={slippageSize(slippageBps) === 'usual' ? undefined : 'text-warn'}>
          {format.percent(slippageBps / 10_000)}
        </span>
      </Detail>
      <Detail name={t('offer.expires')}>
        {t('offer.expiresIn', { duration: durationText(t, validSeconds) })}
      </Detail>
      <Detail name={t('offer.recipient')}>
        {receiver === undefined ? (
          t('offer.yours')
        ) : (
          <span className="font-mono text-label" title={receiver}>
            {shortAddress(receiver)}
          </span>
        )}
      </Detail>
      {referrer === undefined ? null : <Detail name={t('offer.referrer')}>{referrer}</Detail>}
      {answer.id === undefined ? null : <Detail name={t('offer.quote')}>{answer.id}</Detail>}
    </DetailList>
  )
}
