'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { usePairDay, usePairOf } from '@/components/tokens/use-pair-market'
import { Detail } from '@/components/ui/detail-list'
import { lazyPart } from '@/components/ui/lazy-part'
import { EmptyRail } from '@/components/ui/price-rail'
import { shownNumber } from '@/lib/client/limit/limit-price'
import { withCosts } from '@/lib/client/limit/ratio'
import type { Token } from '@/lib/client/swap/tokens'
import { limitSteps, rateLoss } from '@/lib/client/swap/value-loss'
import { missingText } from '@/lib/core/format/number-text'
import { LimitRail } from './limit-rail'
import type { Limit } from './use-limit'

const LimitNote = lazyPart(async () => (await import('./limit-notes')).LimitNote)

type Props = { readonly limit: Limit }

/** The limit price beside the market and its range of 24 hours. */
export const LimitScale = ({ limit }: Props) => {
  const { sellToken, buyToken, price, market, form } = limit
  if (!sellToken || !buyToken || !price || !market.shown) return <EmptyRail />
  const [base, quote] = form.isInverted ? [buyToken, sellToken] : [sellToken, buyToken]
  return <RangedRail {...{ limit, base, quote }} />
}

type RangedProps = Props & { readonly base: Token; readonly quote: Token }

const RangedRail = ({ limit, base, quote }: RangedProps) => {
  const { price, market, scale } = limit
  const day = usePairDay(usePairOf(base, quote))
  return <LimitRail {...{ price, scale }} market={market.shown} range={day} />
}

/** The market price at which the order fills, costs included; what it gets, if it fills now. */
export const FillsAt = ({ limit }: Props) => {
  const t = useTranslations('limit')
  const format = useFormat()
  const { price, market, isWaiting, scale } = limit
  const { ratio, costs } = market
  const at =
    price && ratio && costs
      ? shownNumber(isWaiting ? withCosts(price, costs) : ratio, scale)
      : undefined
  return (
    <Detail name={t('fillsAt')}>
      {at === undefined ? (
        <span className="text-ink-2">{missingText}</span>
      ) : (
        t.rich(isWaiting ? 'withCosts' : 'atOnce', {
          price: format.rate(at),
          faint: (words: ReactNode) => <span className="font-normal text-ink-2">{words}</span>,
        })
      )}
    </Detail>
  )
}

/** Warns if the limit is far below the market, or if the market is unknown. While the tokens load, says that it is being read. */
export const LimitWarning = ({ limit }: Props) => {
  const t = useTranslations('limit')
  const { distance, market, tokens } = limit
  const isLoading = tokens.status === 'loading'
  if (isLoading || (!market.shown && !market.isReading)) {
    const text = isLoading ? t('marketReading') : t('marketUnknown')
    return <p className="text-small text-ink-2">{text}</p>
  }
  const loss = rateLoss(-(distance ?? 0), { prices: 'ready', steps: limitSteps })
  if (loss === 'low') return null
  return (
    <Suspense fallback={null}>
      <LimitNote {...limit} />
    </Suspense>
  )
}
