'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useRef, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { ReferralLine } from '@/components/referral/referral-line'
import { lazyPart } from '@/components/ui/lazy-part'
import { Slip } from '@/components/ui/slip'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import type { OrderOffer } from '@/lib/client/swap/quote-offer'
import type { LeaveReason } from '@/lib/client/swap/review-state'
import type { AskedSwap, Side } from '@/lib/client/swap/swap-form'
import type { Address } from '@/lib/core/address'
import { BuyWell } from './buy-well'
import { FaucetButton } from './faucet-button'
import { KindTabs } from './kind-tabs'
import { LeaveNote } from './leave-note'
import { SellWell } from './sell-well'
import { SwapButton } from './swap-button'
import { SwapFacts } from './swap-facts'
import type { SwapOrder } from './swap-order'
import { TurnButton } from './turn-button'
import { useSwap } from './use-swap'

const RecipientField = lazyPart(async () => (await import('./recipient-field')).RecipientField)
const ReviewDialog = lazyPart(async () => (await import('./review-dialog')).ReviewDialog)

type Props = {
  /** What the link to the page asks for. */
  readonly asked: AskedSwap
  readonly onPlaced: (order: SwapOrder) => void
}

/** What is under review, and whose it is. */
type Reviewed = { readonly owner: Address; readonly offer: OrderOffer }

/** The slip on which an order is written. */
export const SwapCard = ({ asked, onPlaced }: Props) => {
  const t = useTranslations('swap')
  const swap = useSwap(asked)
  const { network } = useSettings()
  const { account, isAllowed } = useWallet()
  const [choosing, setChoosing] = useState<Side>()
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [left, setLeft] = useState<LeaveReason>()
  const { sellToken, buyToken } = swap
  const cardRef = useRef<HTMLElement>(null)
  const recipientRef = useRef<HTMLInputElement>(null)
  const side = (name: Side) => ({
    swap,
    isChoosing: choosing === name,
    onChoosing: (open: boolean) => setChoosing(open ? name : undefined),
  })
  return (
    <div className="grid gap-4">
      <KindTabs current="swap" />
      <WalletNotice />
      <LeaveNote why={left} />
      <Slip aria-label={t('title')} ref={cardRef}>
        <SellWell {...side('sell')} />
        <TurnButton onTurn={() => swap.edit({ type: 'turn' })} />
        <BuyWell {...side('buy')} />
        {swap.pair === 'order' && swap.recipient.text !== undefined ? (
          <Suspense fallback={null}>
            <RecipientField recipient={swap.recipient} fieldRef={recipientRef} />
          </Suspense>
        ) : null}
        <SwapFacts swap={swap} />
        <ReferralLine referral={swap.referral} />
        <SwapButton
          swap={swap}
          onChooseToken={() => setChoosing(swap.sellToken ? 'buy' : 'sell')}
          onEnterAmount={() => cardRef.current?.querySelector('input')?.focus()}
          onEnterRecipient={() => recipientRef.current?.focus()}
          onReview={() => {
            setLeft(undefined)
            const offer = swap.quote.signable
            if (!account || !offer) return
            const slippageBps = swap.slippage.bps
            setReviewed({ owner: account, offer: { ...offer, slippageBps } })
          }}
        />
      </Slip>
      {account && isAllowed && network.embedded ? <FaucetButton account={account} /> : null}
      {reviewed && sellToken && buyToken ? (
        <Suspense fallback={null}>
          <ReviewDialog
            {...reviewed}
            {...{ swap, sellToken, buyToken }}
            onLeft={(why) => {
              setReviewed(undefined)
              setLeft(why)
            }}
            onPlaced={(order) => {
              setReviewed(undefined)
              swap.edit({ type: 'amount', side: 'sell', text: '' })
              onPlaced(order)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
