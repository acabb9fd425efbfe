'use client'

import { ArrowDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { ReferralLine } from '@/components/referral/referral-line'
import { IconButton } from '@/components/ui/icon-button'
import { Slip, SlipPerforation } from '@/components/ui/slip'
import { useWallet } from '@/components/wallet/use-wallet'
import { useWalletReadiness } from '@/components/wallet/use-wallet-readiness'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import type { AskedSwap, Side } from '@/lib/client/swap/swap-form'
import type { Address } from '@/lib/core/address'
import { BuyWell } from './buy-well'
import { FaucetButton } from './faucet-button'
import { ReviewDialog } from './review-dialog'
import { SellWell } from './sell-well'
import { SwapButton } from './swap-button'
import { SwapFacts } from './swap-facts'
import type { SwapOrder } from './swap-order'
import { useSwap } from './use-swap'

type Props = {
  /** What the link to the page asks for. */
  readonly asked: AskedSwap
  readonly onPlaced: (order: SwapOrder) => void
}

/** The slip on which an order is written. */
export const SwapCard = ({ asked, onPlaced }: Props) => {
  const swap = useSwap(asked)
  const { network } = useSettings()
  const { account, isAllowed } = useWallet()
  const readiness = useWalletReadiness()
  const [choosing, setChoosing] = useState<Side>()
  // Whose review is open: another account, or a wallet that is not ready any more, closes it.
  const [reviewer, setReviewer] = useState<Address>()
  const isReviewing = reviewer !== undefined && reviewer === account && readiness === 'ready'
  const cardRef = useRef<HTMLElement>(null)
  const side = (name: Side) => ({
    swap,
    isChoosing: choosing === name,
    onChoosing: (open: boolean) => setChoosing(open ? name : undefined),
  })
  return (
    <div className="grid gap-4">
      <WalletNotice />
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
          onReview={() => setReviewer(account)}
        />
      </Slip>
      {account && isAllowed && network.embedded ? <FaucetButton account={account} /> : null}
      {isReviewing && swap.quote.offer ? (
        <ReviewDialog
          swap={swap}
          offer={swap.quote.offer}
          onClose={() => setReviewer(undefined)}
          onPlaced={(order) => {
            setReviewer(undefined)
            swap.edit({ type: 'amount', side: 'sell', text: '' })
            onPlaced(order)
          }}
        />
      ) : null}
    </div>
  )
}
