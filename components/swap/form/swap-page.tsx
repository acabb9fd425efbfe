'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useInitialParams } from '@/components/app/use-search-state'
import { RecentSection } from '@/components/swap/recent/recent-section'
import { LinkedTokenImport } from '@/components/swap/tokens/linked-token-import'
import { Deferred } from '@/components/ui/deferred'
import { lazyPart } from '@/components/ui/lazy-part'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import type { OrderOffer } from '@/lib/client/swap/quote-offer'
import type { LeaveReason } from '@/lib/client/swap/review-state'
import type { Side, SwapParams } from '@/lib/client/swap/swap-form'
import type { Address } from '@/lib/core/address'
import { LeaveNote } from './form-notice'
import { SwapSlip } from './swap-slip'
import { TradeChart } from './trade-chart'
import { TradeColumns } from './trade-columns'
import { useSwap } from './use-swap'

const ReviewDialog = lazyPart(
  async () => (await import('@/components/swap/review/review-dialog')).ReviewDialog,
)

type Props = {
  /** Shown if no wallet is connected. */
  readonly explanation: ReactNode
}

/** The swap form beside the chart of its pair, and the account's recent orders below both. */
export const SwapPage = ({ explanation }: Props) => {
  const params = useInitialParams()
  const t = useTranslations('swap')
  const { network } = useSettings()
  const { account } = useWallet()
  const [placed, setPlaced] = useState<readonly SwapOrder[]>([])
  const add = (order: SwapOrder) =>
    setPlaced((others) => [order, ...others.filter(({ uid }) => uid !== order.uid)])
  return (
    <div className="grid grid-cols-1 gap-8">
      <h1 className="sr-only">{t('title')}</h1>
      <Deferred>
        <SwapCard key={network.chainId} params={params} onPlaced={add} />
      </Deferred>
      {account ? (
        <RecentSection
          owner={account}
          placed={placed.filter((order) => order.network.chainId === network.chainId)}
        />
      ) : (
        explanation
      )}
    </div>
  )
}

type CardProps = {
  /** Parameters of the page's address. */
  readonly params: SwapParams
  /** Whether there is no chart. */
  readonly isAlone?: boolean
  readonly onPlaced: (order: SwapOrder) => void
}

/** The quote under review, and its account. */
type Reviewed = { readonly owner: Address; readonly offer: OrderOffer }

/** The swap form and its review dialog, beside the chart of its pair unless it is alone. */
export const SwapCard = ({ params, isAlone = false, onPlaced }: CardProps) => {
  const swap = useSwap(params)
  const { account } = useWallet()
  const [choosing, setChoosing] = useState<Side>()
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [left, setLeft] = useState<LeaveReason>()
  const { sellToken, buyToken } = swap
  const card = (
    <>
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
    </>
  )
  return (
    <>
      {isAlone ? (
        card
      ) : (
        <TradeColumns
          card={card}
          chart={<TradeChart tokens={swap.tokens} {...{ sellToken, buyToken }} />}
        />
      )}
      <LinkedTokenImport {...{ params }} form={swap.form} tokens={swap.tokens} />
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
    </>
  )
}
