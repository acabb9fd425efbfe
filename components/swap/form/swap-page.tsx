'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useInitialParams } from '@/components/app/use-search-state'
import { railId } from '@/components/swap/recent/rail-id'
import { LinkedTokenImport } from '@/components/swap/tokens/linked-token-import'
import { Deferred } from '@/components/ui/deferred'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import type { OrderOffer } from '@/lib/client/swap/quote-offer'
import type { LeaveReason } from '@/lib/client/swap/review-state'
import type { Side, SwapParams } from '@/lib/client/swap/swap-form'
import type { Address } from '@/lib/core/address'
import { Faucet } from './faucet'
import { LeaveNote } from './form-notice'
import { SwapSlip } from './swap-slip'
import { TradeChart } from './trade-chart'
import { TradeColumns } from './trade-columns'
import { useSwap } from './use-swap'

const OrderRail = lazyPart(
  async () => (await import('@/components/swap/recent/recent-orders')).OrderRail,
)

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
        <section id={railId} aria-label={t('rail.name')} className="grid scroll-mt-4 gap-4">
          <Suspense fallback={<Skeleton className="h-60" />}>
            <OrderRail
              key={`${network.chainId} ${account}`}
              owner={account}
              placed={placed.filter((slip) => slip.network.chainId === network.chainId)}
            />
          </Suspense>
        </section>
      ) : (
        explanation
      )}
    </div>
  )
}

type CardProps = {
  /** Parameters of the page's address. */
  readonly params: SwapParams
  readonly onPlaced: (order: SwapOrder) => void
}

/** The quote under review, and its account. */
type Reviewed = { readonly owner: Address; readonly offer: OrderOffer }

/** The swap form, the chart of its pair, and the review dialog. */
const SwapCard = ({ params, onPlaced }: CardProps) => {
  const swap = useSwap(params)
  const { account } = useWallet()
  const [choosing, setChoosing] = useState<Side>()
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [left, setLeft] = useState<LeaveReason>()
  const { sellToken, buyToken } = swap
  return (
    <>
      <TradeColumns
        card={
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
        }
        chart={<TradeChart tokens={swap.tokens} {...{ sellToken, buyToken }} />}
        foot={<Faucet />}
      />
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
