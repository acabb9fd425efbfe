'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { lazyPart } from '@/components/ui/lazy-part'
import { EmptyRail } from '@/components/ui/price-rail'
import { Skeleton } from '@/components/ui/skeleton'
import { ProblemText } from '@/components/wallet/problem-alert'
import { useWallet } from '@/components/wallet/use-wallet'
import { feeText } from '@/lib/client/swap/offer-text'
import { isPending } from '@/lib/client/swap/quote-state'
import { isSignificant } from '@/lib/client/swap/value-loss'
import { missingText } from '@/lib/core/format/number-text'
import { FormNotice, TokensNotice } from './form-notice'
import { costText, OfferRail, RateText } from './price-summary'
import type { Swap } from './use-swap'
import { useValueLoss } from './use-value-loss'

const ImpactNote = lazyPart(async () => (await import('./impact-note')).ImpactNote)

type Props = { readonly swap: Swap }

/** Shows the price between the amounts and the button, or why there is none. Only a warning changes its height. */
export const SwapFacts = ({ swap }: Props) => (
  <div className="min-h-48 px-2 pt-5">
    <Facts swap={swap} />
  </div>
)

const Facts = ({ swap }: Props) => {
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
  return swap.pair === 'order' ? <Offer swap={swap} /> : <PairNote swap={swap} />
}

/** Whether a price needs only an amount. Assumed while the tokens load, so that the first HTML asks for it. */
const isAmountNext = ({ action, tokens, form }: Swap): boolean =>
  action.state === 'amount-missing' || (tokens.status === 'loading' && form.text === '')

/** The price scale, the rate and what it costs; dashes before there is a quote. */
const Offer = ({ swap }: Props) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { terms, sellToken, buyToken, quote, slippage } = swap
  const sellPrice = useUsdPrice(swap.form.sellToken)
  const known = useValueLoss(swap, terms)
  const offer =
    terms && sellToken && buyToken && quote.offer && !slippage.isLoading
      ? { terms, sellToken, buyToken, quote: quote.offer }
      : undefined
  const awaited =
    isPending(quote) || slippage.isLoading ? (
      <Skeleton className="my-0.5 h-4 w-24" />
    ) : (
      <span className="text-ink-2">{missingText}</span>
    )
  return (
    <div className="grid gap-4">
      {offer ? (
        <OfferRail {...offer} />
      ) : (
        <EmptyRail>
          {isAmountNext(swap) ? t('facts.enter', { kind: swap.form.kind }) : null}
        </EmptyRail>
      )}
      <DetailList>
        <Detail name={t('offer.rate')}>{offer ? <RateText {...offer} /> : awaited}</Detail>
        <Detail name={t('offer.cost')}>
          {offer ? <Included>{costText(format, { ...offer, sellPrice })}</Included> : awaited}
        </Detail>
        <Detail name={t('offer.fee')}>{offer ? feeText(t, format, offer.quote) : awaited}</Detail>
      </DetailList>
      {offer && isSignificant(known.loss) ? (
        <Suspense fallback={null}>
          <ImpactNote {...known} isEarly />
        </Suspense>
      ) : null}
      <QuoteNote swap={swap} />
    </div>
  )
}

const Included = ({ children }: { readonly children: string }) => {
  const t = useTranslations('swap')
  return t.rich('offer.costIncluded', {
    cost: children,
    faint: (words: ReactNode) => <span className="font-normal text-ink-2">{words}</span>,
  })
}

const QuoteNote = ({ swap: { quote } }: Props) => {
  const t = useTranslations('swap')
  const { account } = useWallet()
  if (!quote.offer) return null
  if (!account) return <Note>{t('facts.connect')}</Note>
  return quote.offer.answer.verified ? null : <Note>{t('facts.notSimulated')}</Note>
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="-mt-2 text-label text-ink-2">{children}</p>
)

const PairNote = ({ swap }: Props) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const native = network.nativeSymbol
  const text =
    swap.pair === 'native-sell'
      ? t(network.nativeOrders ? 'facts.payTyped' : 'facts.wrapFirst', { symbol: native })
      : t('facts.direct')
  return <p className="text-small text-ink-2">{text}</p>
}
