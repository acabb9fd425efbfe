'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useRef, useState } from 'react'
import { ReferralLine } from '@/components/referral/referral-line'
import { AskedImport } from '@/components/swap/asked-import'
import { Faucet } from '@/components/swap/faucet'
import { KindTabs } from '@/components/swap/kind-tabs'
import { LeaveNote } from '@/components/swap/leave-note'
import { SwapButton } from '@/components/swap/swap-button'
import { TurnButton } from '@/components/swap/turn-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Slip } from '@/components/ui/slip'
import { toastSuccess } from '@/components/ui/toast'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import { readExpiry } from '@/lib/client/limit/expiry'
import type { AskedLimit } from '@/lib/client/limit/limit-link'
import { limitOffer } from '@/lib/client/limit/limit-offer'
import { carriedCode } from '@/lib/client/referral/referral'
import { serverClock } from '@/lib/client/server-clock'
import type { OrderOffer } from '@/lib/client/swap/quote-offer'
import type { LeaveReason } from '@/lib/client/swap/review-state'
import type { Side } from '@/lib/client/swap/swap-form'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { LimitRail } from './limit-rail'
import { LimitSettings } from './limit-settings'
import { LimitBuyWell, LimitSellWell } from './limit-wells'
import { PriceField } from './price-field'
import { RefusedNote } from './refused-note'
import { ShortNote } from './short-note'
import { type Limit, useLimit } from './use-limit'

const LimitReview = lazyPart(async () => (await import('./limit-review')).LimitReview)

type Props = {
  /** What the link to the page asks for. */
  readonly asked: AskedLimit
  readonly onPlaced: (uid: Hex) => void
}

type Reviewed = { readonly owner: Address; readonly offer: OrderOffer }

/** The slip on which a limit order is written. */
export const LimitCard = ({ asked, onPlaced }: Props) => {
  const t = useTranslations('limit')
  const limit = useLimit(asked)
  const { account } = useWallet()
  const [choosing, setChoosing] = useState<Side>()
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [left, setLeft] = useState<LeaveReason>()
  const { sellToken, buyToken, terms } = limit
  const cardRef = useRef<HTMLElement>(null)
  const priceRef = useRef<HTMLInputElement>(null)
  const recipientRef = useRef<HTMLInputElement>(null)
  const side = (name: Side) => ({
    limit,
    isChoosing: choosing === name,
    onChoosing: (open: boolean) => setChoosing(open ? name : undefined),
  })
  const review = (owner: Address | undefined) => {
    const offer = owner && offerOf(limit, owner)
    setReviewed(offer && { owner, offer })
  }
  return (
    <div className="grid gap-4">
      <KindTabs current="limit" />
      <WalletNotice />
      <LeaveNote why={left} />
      <Slip aria-label={t('title')} ref={cardRef}>
        <LimitSellWell {...side('sell')} />
        <TurnButton onTurn={() => limit.edit({ type: 'turn' })} />
        <LimitBuyWell {...side('buy')} />
        <div className="grid grid-cols-1 gap-4 px-1 pt-4">
          <PriceField limit={limit} fieldRef={priceRef} />
          {terms && buyToken ? <LimitRail {...{ terms, limit, buyToken }} /> : null}
          <LimitSettings limit={limit} recipientRef={recipientRef} />
          <RefusedNote refusal={limit.market.refusal} />
          <ShortNote {...{ limit }} />
        </div>
        <ReferralLine referral={limit.referral} />
        <SwapButton
          swap={limit}
          onChooseToken={() => setChoosing(sellToken ? 'buy' : 'sell')}
          onEnterAmount={() =>
            fieldOf(limit, { card: cardRef.current, price: priceRef.current })?.focus()
          }
          onEnterRecipient={() => recipientRef.current?.focus()}
          onReview={() => {
            setLeft(undefined)
            review(account)
          }}
        />
      </Slip>
      <Faucet />
      <AskedImport {...{ asked }} form={limit.form} tokens={limit.tokens} />
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
    </div>
  )
}

/** Which field the button asks for. */
function fieldOf(
  { action }: Limit,
  { card, price }: { readonly card: HTMLElement | null; readonly price: HTMLInputElement | null },
): HTMLElement | null | undefined {
  if (action.state === 'price-missing') return price
  const kind = action.state === 'expiry-invalid' ? 'input[type="datetime-local"]' : 'input'
  return card?.querySelector<HTMLElement>(kind)
}

/** The order that the form says now; its time is counted from now. */
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
