'use client'

import { Suspense, useState } from 'react'
import { AskedImport } from '@/components/swap/tokens/asked-import'
import { lazyPart } from '@/components/ui/lazy-part'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import type { OrderOffer } from '@/lib/client/swap/quote-offer'
import type { LeaveReason } from '@/lib/client/swap/review-state'
import type { AskedSwap, Side } from '@/lib/client/swap/swap-form'
import type { Address } from '@/lib/core/address'
import { Faucet } from './faucet'
import { KindTabs } from './kind-tabs'
import { LeaveNote } from './leave-note'
import { SwapSlip } from './swap-slip'
import { useSwap } from './use-swap'

const ReviewDialog = lazyPart(
  async () => (await import('@/components/swap/review/review-dialog')).ReviewDialog,
)

type Props = {
  /** Parameters of the page's address. */
  readonly asked: AskedSwap
  readonly onPlaced: (order: SwapOrder) => void
}

/** The quote under review, and its account. */
type Reviewed = { readonly owner: Address; readonly offer: OrderOffer }

/** The swap form and its review dialog. */
export const SwapCard = ({ asked, onPlaced }: Props) => {
  const swap = useSwap(asked)
  const { account } = useWallet()
  const [choosing, setChoosing] = useState<Side>()
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [left, setLeft] = useState<LeaveReason>()
  const { sellToken, buyToken } = swap
  return (
    <div className="grid gap-4">
      <KindTabs current="swap" />
      <WalletNotice />
      <LeaveNote why={left} />
      <SwapSlip
        swap={swap}
        choosing={choosing}
        onChoosing={setChoosing}
        onReview={() => {
          setLeft(undefined)
          const offer = swap.quote.signable
          if (!account || !offer) return
          const slippageBps = swap.slippage.bps
          setReviewed({ owner: account, offer: { ...offer, slippageBps } })
        }}
      />
      <Faucet />
      <AskedImport {...{ asked }} form={swap.form} tokens={swap.tokens} />
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
