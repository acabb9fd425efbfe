'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Skeleton } from '@/components/ui/skeleton'
import type { TokenOf } from '@/lib/client/market'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { ChangeBadge } from './change-badge'
import { extentOf } from './price-change'
import { useCandles, usePrice } from './use-market'

/** Reserves the room of the price, which loads last and must not shift the layout. */
const reserved = 'min-h-12'

/** The token's USD price, and its change in 24 hours. */
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
          <Skeleton className="h-10 w-48" />
        </div>
      }
      missing={
        <p className="text-ink-2">
          <span className="text-h2 font-semibold text-ink">{t('price.none')}</span>
          <br />
          {t('price.why')}
        </p>
      }
    >
      {({ body, asOfMs }) => (
        <p className={`flex flex-wrap items-baseline gap-x-4 gap-y-1 ${reserved}`}>
          <span className="numeric text-[2.5rem]/12 font-medium tracking-[-0.025em]">
            {format.price(body.price)}
          </span>
          <DayChange of={of} />
          <AsOf ms={asOfMs} />
        </p>
      )}
    </Answer>
  )
}

const DayChange = ({ of }: { readonly of: TokenOf }) => {
  const t = useTranslations('tokens')
  const { data } = useCandles(of, '1D')
  const extent = data?.range === '1D' ? extentOf(data.body) : undefined
  if (!extent || !(extent.open > 0)) return null
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <ChangeBadge change={extent.close / extent.open - 1} words={t('price.inDay')} />
      <span aria-hidden="true" className="text-label text-ink-2">
        {t('index.dayChange')}
      </span>
    </span>
  )
}
