'use client'

import { ArrowDown } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { ReferralLine } from '@/components/referral/referral-line'
import { Alert } from '@/components/ui/alert'
import { IconButton } from '@/components/ui/icon-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Slip, SlipPerforation } from '@/components/ui/slip'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import type { QuoteOffer } from '@/lib/client/swap/quote-offer'
import { type LeaveText, leaveText } from '@/lib/client/swap/review-text'
import type { AskedSwap, Side } from '@/lib/client/swap/swap-form'
import type { Address } from '@/lib/core/address'
import { BuyWell } from './buy-well'
import { FaucetButton } from './faucet-button'
import { SellWell } from './sell-well'
import { SwapButton } from './swap-button'
import { SwapFacts } from './swap-facts'
import type { SwapOrder } from './swap-order'
import { useSwap } from './use-swap'

const ReviewDialog = lazyPart(async () => (await import('./review-dialog')).ReviewDialog)

type Props = {
  /** What the link to the page asks for. */
  readonly asked: AskedSwap
  readonly onPlaced: (order: SwapOrder) => void
}

/** What is under review, and whose it is. */
type Reviewed = { readonly owner: Address; readonly offer: QuoteOffer }

/** The slip on which an order is written. */
export const SwapCard = ({ asked, onPlaced }: Props) => {
  const swap = useSwap(asked)
  const { network } = useSettings()
  const { account, isAllowed } = useWallet()
  const [choosing, setChoosing] = useState<Side>()
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [left, setLeft] = useState<LeaveText>()
  const { sellToken, buyToken } = swap
  const cardRef = useRef<HTMLElement>(null)
  const side = (name: Side) => ({
    swap,
    isChoosing: choosing === name,
    onChoosing: (open: boolean) => setChoosing(open ? name : undefined),
  })
  return (
    <div className="grid gap-4">
      <WalletNotice />
      {left ? (
        <Alert tone="warn" title={left.title}>
          {left.advice}
        </Alert>
      ) : null}
      <Slip aria-label="Swap" ref={cardRef}>
        <SellWell {...side('sell')} />
        <SlipPerforation>
          <IconButton
            label="Switch tokens"
            onClick={() => swap.edit({ type: 'turn' })}
            className="border border-line-strong bg-surface"
          >
            <ArrowDown aria-hidden="true" className="size-5" />
          </IconButton>
        </SlipPerforation>
        <BuyWell {...side('buy')} />
        <SwapFacts swap={swap} />
        <ReferralLine referral={swap.referral} />
        <SwapButton
          swap={swap}
          onChooseToken={() => setChoosing(swap.sellToken ? 'buy' : 'sell')}
          onEnterAmount={() => cardRef.current?.querySelector('input')?.focus()}
          onReview={() => {
            setLeft(undefined)
            const offer = swap.quote.signable
            if (account && offer) setReviewed({ owner: account, offer })
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
              setLeft(leaveText(why))
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
