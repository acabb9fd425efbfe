'use client'

import { useLocale, useTranslations } from 'next-intl'
import { Suspense, useState } from 'react'
import { LeaveNote } from '@/components/swap/form/form-notice'
import { TradeChart } from '@/components/swap/form/trade-chart'
import { TradeColumns } from '@/components/swap/form/trade-columns'
import { LinkedTokenImport } from '@/components/swap/tokens/linked-token-import'
import { lazyPart } from '@/components/ui/lazy-part'
import { toastSuccess } from '@/components/ui/toast'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import { readExpiry } from '@/lib/client/limit/expiry'
import type { LimitParams } from '@/lib/client/limit/limit-link'
import { limitOffer } from '@/lib/client/limit/limit-offer'
import { fieldPriceText, shownNumber } from '@/lib/client/limit/limit-price'
import { carriedCode } from '@/lib/client/referral/referral'
import { serverClock } from '@/lib/client/server-clock'
import type { OrderOffer } from '@/lib/client/swap/quote-offer'
import type { LeaveReason } from '@/lib/client/swap/review-state'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { LimitSlip } from './limit-slip'
import { type Limit, useLimit } from './use-limit'

const LimitReview = lazyPart(async () => (await import('./limit-review')).LimitReview)

type Props = {
  /** Parameters of the page's address. */
  readonly asked: LimitParams
  readonly onPlaced: (uid: Hex) => void
}

type Reviewed = { readonly owner: Address; readonly offer: OrderOffer }

/** The limit order form, the chart of its pair, and the review dialog. */
export const LimitCard = ({ asked, onPlaced }: Props) => {
  const t = useTranslations('limit')
  const limit = useLimit(asked)
  const { account } = useWallet()
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [left, setLeft] = useState<LeaveReason>()
  const { sellToken, buyToken } = limit
  const review = (owner: Address | undefined) => {
    const offer = owner && offerOf(limit, owner)
    setReviewed(offer && { owner, offer })
  }
  return (
    <>
      <TradeColumns
        card={
          <>
            <WalletNotice />
            <LeaveNote why={left} />
            <LimitSlip
              limit={limit}
              onReview={() => {
                setLeft(undefined)
                review(account)
              }}
            />
          </>
        }
        chart={<LimitChart limit={limit} />}
      />
      <LinkedTokenImport params={asked} form={limit.form} tokens={limit.tokens} />
      {reviewed && sellToken && buyToken ? (
        <Suspense fallback={null}>
          <LimitReview
            {...reviewed}
            {...{ limit, sellToken, buyToken }}
            onExpired={() => review(reviewed.owner)}
            onLeft={(why) => {
              setReviewed(undefined)
              setLeft(why)
            }}
            onPlaced={({ uid }) => {
              setReviewed(undefined)
              limit.edit({ type: 'clear' })
              toastSuccess({ title: t('placed') })
              onPlaced(uid)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The chart with the limit price as a line, which sets the price field. */
const LimitChart = ({ limit }: { readonly limit: Limit }) => {
  const locale = useLocale()
  const { tokens, sellToken, buyToken, form, price, market, distance = 0, scale, edit } = limit
  const line = price &&
    market.shown && {
      price: shownNumber(price, scale),
      market: shownNumber(market.shown, scale),
      isWorse: distance < 0,
      onChange: (next: number) => edit({ type: 'price', text: fieldPriceText(next, locale) }),
    }
  const onInvert = () => edit({ type: 'invert', ratio: price })
  return (
    <TradeChart
      {...{ tokens, sellToken, buyToken }}
      limit={{ isInverted: form.isInverted, onInvert, line }}
    />
  )
}

/** Builds the order from the form; its validity starts now. */
function offerOf(limit: Limit, from: Address): OrderOffer | undefined {
  const { sellToken, buyToken, terms, expiry, isPartial } = limit
  const end = readExpiry(expiry, serverClock.nowMs())
  if (!sellToken || !buyToken || !terms || 'problem' in end) return undefined
  return limitOffer({
    ...{ from, ...terms, ...end, partiallyFillable: isPartial },
    receiver: limit.recipient.receiver,
    ...{ sellToken: sellToken.address, buyToken: buyToken.address },
    referrerCode: carriedCode(limit.referral),
  })
}
