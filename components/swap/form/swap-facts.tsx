'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { lazyPart } from '@/components/ui/lazy-part'
import { Popover } from '@/components/ui/popover'
import { Skeleton } from '@/components/ui/skeleton'
import { ProblemText } from '@/components/wallet/problem-alert'
import { useWallet } from '@/components/wallet/use-wallet'
import { isPending } from '@/lib/client/swap/quote-state'
import { slippageSize } from '@/lib/client/swap/slippage'
import { isSignificant } from '@/lib/client/swap/value-loss'
import { FormNotice, TokensNotice } from './form-notice'
import { OfferLine, OfferRail } from './price-summary'
import type { Swap } from './use-swap'
import { useValueLoss } from './use-value-loss'

const ImpactNote = lazyPart(async () => (await import('./impact-note')).ImpactNote)
const OfferDetails = lazyPart(async () => (await import('./offer-details')).OfferDetails)

const SettingsPanel = lazyPart(
  async () => (await import('@/components/swap/settings/settings-panel')).SettingsPanel,
)

/** Shows the price between the amounts and the button, or why there is none. */
export const SwapFacts = ({ swap }: { readonly swap: Swap }) => {
  const { problem } = swap
  if (swap.tokens.status === 'failed') return <TokensNotice onRetry={swap.tokens.reload} />
  if (problem) {
    const retry = problem.canRetry ? { onRetry: swap.retry } : {}
    return (
      <FormNotice title={problem.short} {...retry}>
        <ProblemText problem={problem} />
      </FormNotice>
    )
  }
  if (swap.pair !== 'order') return <PairNote swap={swap} />
  return (
    <div className="grid gap-1 px-1 pt-4">
      <Offer swap={swap} />
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="-ml-3">
          <SwapSettings swap={swap} />
        </span>
        <QuoteNote swap={swap} />
      </div>
    </div>
  )
}

/** The price scale, with a line that expands to all details. */
const Offer = ({ swap }: { readonly swap: Swap }) => {
  const { terms, sellToken, buyToken, quote, slippage, deadline } = swap
  const sellPrice = useUsdPrice(swap.form.sellToken)
  const known = useValueLoss(swap, terms)
  const [isOpen, setIsOpen] = useState(false)
  if (!terms || !sellToken || !buyToken || !quote.offer || slippage.isLoading) {
    return <FirstPrice isPending={isPending(quote) || slippage.isLoading} />
  }
  const tokens = { sellToken, buyToken }
  const offer = { ...quote.offer, slippageBps: slippage.bps }
  return (
    <div className="grid gap-1">
      <OfferRail {...tokens} terms={terms} />
      {isSignificant(known.loss) ? (
        <Suspense fallback={null}>
          <div className="py-1.5">
            <ImpactNote {...known} isEarly />
          </div>
        </Suspense>
      ) : null}
      <Disclosure
        summary={<OfferLine {...tokens} {...{ terms, sellPrice }} />}
        onOpenChange={setIsOpen}
      >
        {isOpen ? (
          <Suspense fallback={<Skeleton className="h-68" />}>
            <OfferDetails {...tokens} {...{ offer }} validSeconds={deadline.seconds} />
          </Suspense>
        ) : null}
      </Disclosure>
    </div>
  )
}

/** Reserves the space of the first price while it loads. */
const FirstPrice = (props: { readonly isPending: boolean }) =>
  props.isPending ? (
    <div className="grid h-24 content-between">
      <Skeleton className="mt-3 h-1 w-full" />
      <Skeleton className="h-5 w-60" />
    </div>
  ) : null

const QuoteNote = ({ swap: { quote } }: { readonly swap: Swap }) => {
  const t = useTranslations('swap')
  const { account } = useWallet()
  if (!quote.offer) return null
  if (!account) return <Note>{t('facts.connect')}</Note>
  return quote.offer.answer.verified ? null : <Note>{t('facts.notSimulated')}</Note>
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <span className="text-label text-ink-2">{children}</span>
)

const PairNote = ({ swap }: { readonly swap: Swap }) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const native = network.nativeSymbol
  const text =
    swap.pair === 'native-sell'
      ? t(network.nativeOrders ? 'facts.payTyped' : 'facts.wrapFirst', { symbol: native })
      : t('facts.direct')
  return <p className="px-1 pt-4 text-small text-ink-2">{text}</p>
}

type Props = { readonly swap: Pick<Swap, 'slippage' | 'deadline' | 'recipient'> }

/** Shows the slippage and its source; expands to change it, the deadline and the recipient. */
const SwapSettings = ({ swap: { slippage, deadline, recipient } }: Props) => {
  const t = useTranslations('swap')
  const percent = useFormat().percent(slippage.bps / 10_000)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={t('settings.title')}
      align="start"
      narrow="sheet"
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open)
        if (open) return
        slippage.change({ type: 'leave' })
        deadline.change({ type: 'leave' })
      }}
      trigger={
        <Button size="small" variant="quiet">
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          <span className={slippageSize(slippage.bps) === 'usual' ? 'numeric' : notable}>
            {t('settings.slippage', { percent })}
          </span>
          <span className="font-normal text-ink-2">{t(`settings.${slippage.source}`)}</span>
        </Button>
      }
    >
      <SettingsPanel {...{ slippage, deadline, recipient }} />
    </Popover>
  )
}

const notable = 'numeric rounded-full bg-warn-soft px-2 py-0.5 text-warn'
