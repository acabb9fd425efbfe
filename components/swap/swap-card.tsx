'use client'

import { ArrowDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { Slip, SlipPerforation } from '@/components/ui/slip'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import type { Side } from '@/lib/client/swap/swap-form'
import { BuyWell } from './buy-well'
import { FaucetButton } from './faucet-button'
import { PriceSummary } from './price-summary'
import { ReviewDialog } from './review-dialog'
import { SellWell } from './sell-well'
import { SlippageSetting } from './slippage-setting'
import { SwapButton } from './swap-button'
import type { SwapOrder } from './swap-order'
import { type Swap, useSwap } from './use-swap'
import { useUsdPrice } from './use-tokens'

type Props = { readonly onPlaced: (order: SwapOrder) => void }

/** The slip on which an order is written. */
export const SwapCard = ({ onPlaced }: Props) => {
  const swap = useSwap()
  const { network } = useSettings()
  const { account } = useWallet()
  const [choosing, setChoosing] = useState<Side>()
  const [isReviewing, setReviewing] = useState(false)
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
        <SwapButton
          swap={swap}
          onChooseToken={() => setChoosing(swap.sellToken ? 'buy' : 'sell')}
          onEnterAmount={() => cardRef.current?.querySelector('input')?.focus()}
          onReview={() => setReviewing(true)}
        />
      </Slip>
      {account && network.embedded ? <FaucetButton account={account} /> : null}
      {isReviewing && swap.quote.offer ? (
        <ReviewDialog
          swap={swap}
          offer={swap.quote.offer}
          onClose={() => setReviewing(false)}
          onPlaced={(order) => {
            setReviewing(false)
            swap.edit({ type: 'amount', side: 'sell', text: '' })
            onPlaced(order)
          }}
        />
      ) : null}
    </div>
  )
}

/** Between the amounts and the button: the price, or why there is none. */
const SwapFacts = ({ swap }: { readonly swap: Swap }) => {
  const { terms, sellToken, buyToken, problem, quote } = swap
  const sellPrice = useUsdPrice(swap.form.sellToken)
  if (swap.tokens.status === 'failed') {
    return (
      <Notice title="The tokens could not be loaded" onRetry={swap.tokens.reload}>
        The service is not answering.
      </Notice>
    )
  }
  if (problem) {
    const retry = problem.canRetry ? { onRetry: quote.retry } : {}
    return (
      <Notice title={problem.short} {...retry}>
        {problem.advice}
      </Notice>
    )
  }
  if (swap.pair !== 'order') return <PairNote swap={swap} />
  return (
    <div className="grid gap-1 px-1 pt-4">
      {terms && sellToken && buyToken ? (
        <PriceSummary
          terms={terms}
          sellToken={sellToken}
          buyToken={buyToken}
          sellPrice={sellPrice}
        />
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="-ml-3">
          <SlippageSetting {...swap.slippage} />
        </span>
        <QuoteNote swap={swap} />
      </div>
    </div>
  )
}

const QuoteNote = ({ swap: { quote } }: { readonly swap: Swap }) => {
  const { account } = useWallet()
  if (quote.retrySeconds !== undefined) {
    return <Note>Busy, trying again in {quote.retrySeconds} s</Note>
  }
  if (!quote.offer) return null
  if (!account) return <Note>Connect for your exact price</Note>
  return quote.offer.answer.verified ? null : <Note>Price not simulated</Note>
}

const Note = ({ children }: { readonly children: React.ReactNode }) => (
  <span className="text-label text-ink-2">{children}</span>
)

const PairNote = ({ swap }: { readonly swap: Swap }) => {
  const { network } = useSettings()
  const native = network.nativeSymbol
  const text =
    swap.pair === 'native-sell'
      ? `Orders are filled from ERC-20 tokens. Wrap ${native} one to one, then sell the wrapped token.`
      : 'One to one, by a transaction of your wallet. Only gas is paid.'
  return <p className="px-1 pt-4 text-small text-ink-2">{text}</p>
}

type NoticeProps = {
  readonly title: string
  readonly onRetry?: () => void
  readonly children: React.ReactNode
}

const Notice = ({ title, onRetry, children }: NoticeProps) => (
  <div className="pt-3">
    <Alert
      tone="warn"
      title={title}
      actions={
        onRetry ? (
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        ) : undefined
      }
    >
      {children}
    </Alert>
  </div>
)
