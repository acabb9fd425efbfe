'use client'

import { useTranslations } from 'next-intl'
import { useClock } from '@/components/app/use-now'
import { useFormat } from '@/components/i18n/use-format'
import { Skeleton } from '@/components/ui/skeleton'
import type { TokenOf } from '@/lib/client/market'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { ChangeBadge } from './change-badge'
import { dayChange } from './price-change'
import { useCandles, usePrice } from './use-market'

/** Reserves the line that the age takes on phones: it loads last and must not shift the layout. */
const reserved = 'min-h-14 tab:min-h-9'

/** The token's USD price, its 24-hour change and its age. */
export const TokenPrice = ({ of }: { readonly of: TokenOf }) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const price = usePrice(of)
  return (
    <Answer
      query={price}
      what={t('price.what')}
      skeleton={
        <div className={reserved}>
          <Skeleton className="h-9 w-48" />
        </div>
      }
      missing={
        <p className="text-ink-2">
          <span className="font-display text-h2 font-semibold text-ink">{t('price.none')}</span>
          <br />
          {t('price.why')}
        </p>
      }
    >
      {({ body, asOfMs }) => (
        <p className={`flex flex-wrap content-start items-baseline gap-x-4 gap-y-1 ${reserved}`}>
          <span className="numeric font-display text-h1 font-semibold">
            {format.price(body.price)}
          </span>
          <DayChange of={of} price={body.price} />
          <AsOf ms={asOfMs} />
        </p>
      )}
    </Answer>
  )
}

const DayChange = ({ of, price }: { readonly of: TokenOf; readonly price: number }) => {
  const t = useTranslations('tokens')
  const { data } = useCandles(of, '1D')
  const ratio = useClock((nowMs) =>
    nowMs > 0 ? dayChange(price, data?.body ?? [], nowMs / 1_000) : undefined,
  )
  if (ratio === undefined) return null
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <ChangeBadge ratio={ratio} words={t('price.inDay')} />
      <span aria-hidden="true" className="text-label text-ink-2">
        24 h
      </span>
    </span>
  )
}
