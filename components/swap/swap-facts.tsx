'use client'

import type { ReactNode } from 'react'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useWallet } from '@/components/wallet/use-wallet'
import { isPending } from '@/lib/client/swap/quote-stage'
import { PriceSummary } from './price-summary'
import { SlippageSetting } from './slippage-setting'
import type { Swap } from './use-swap'
import { useUsdPrice } from './use-tokens'

/** Between the amounts and the button: the price, or why there is none. */
export const SwapFacts = ({ swap }: { readonly swap: Swap }) => {
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
    const retry = problem.canRetry ? { onRetry: swap.retry } : {}
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
      ) : (
        <FirstPrice isPending={isPending(quote)} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="-ml-3">
          <SlippageSetting {...swap.slippage} />
        </span>
        <QuoteNote swap={swap} />
      </div>
    </div>
  )
}

/** Keeps the place of the first price while it is on its way. */
const FirstPrice = (props: { readonly isPending: boolean }) =>
  props.isPending ? (
    <div className="grid h-23 content-between">
      <Skeleton className="mt-8 h-1 w-full" />
      <Skeleton className="h-5 w-60" />
    </div>
  ) : null

const QuoteNote = ({ swap: { quote } }: { readonly swap: Swap }) => {
  const { account } = useWallet()
  if (quote.retrySeconds !== undefined) {
    return <Note>Busy, trying again in {quote.retrySeconds} s</Note>
  }
  if (!quote.offer) return null
  if (!account) return <Note>Connect for your exact price</Note>
  return quote.offer.answer.verified ? null : <Note>Price not simulated</Note>
}

const Note = ({ children }: { readonly children: ReactNode }) => (
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
  readonly children: ReactNode
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
