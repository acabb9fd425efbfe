'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Skeleton } from '@/components/ui/skeleton'
import type { TokenOf } from '@/lib/client/market'
import { changeTone } from '@/lib/core/format/number-text'
import { coversSpan, toUnixSeconds } from '@/lib/core/time'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { type Range, rangeFacts } from './candle-span'
import type { Extent } from './price-change'
import { usePrice } from './use-market'

type Props = {
  readonly of: TokenOf
  /** The candles of the range together. */
  readonly extent: Extent | undefined
  readonly range: Range
  /** The pointed candle, which replaces the current price. */
  readonly pointed: { readonly price: number; readonly time: string } | undefined
}

/** Reserves the room of the price, which loads last and must not shift the layout. */
const reserved = 'grid min-h-17 content-start'

const tones = { up: 'text-up', down: 'text-danger', level: 'text-ink-2' }

/** The token's USD price and its change over the range of the chart. */
export const PriceHead = ({ of, extent, range, pointed }: Props) => {
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
        <p className={`text-small text-ink-2 ${reserved}`}>
          <span className="text-stat font-semibold text-ink">{t('price.none')}</span>
          {t('price.why')}
        </p>
      }
    >
      {({ body, asOfMs }) => (
        <div className={reserved}>
          <p className="numeric text-[2.5rem]/12 font-medium tracking-[-0.025em]">
            {format.price(pointed?.price ?? body.price)}
          </p>
          <p className="numeric flex flex-wrap gap-x-2 text-small text-ink-2">
            {pointed ? (
              t('price.at', { time: pointed.time })
            ) : (
              <>
                <Change price={body.price} extent={extent} range={range} />
                <AsOf ms={asOfMs} />
              </>
            )}
          </p>
        </div>
      )}
    </Answer>
  )
}

/** Whether the candles begin with the range; a new token's begin later. */
const isWhole = ({ from }: Extent, range: Range): boolean =>
  coversSpan(toUnixSeconds(Date.now()) - from, rangeFacts(range).seconds)

type ChangeProps = Pick<Props, 'extent' | 'range'> & { readonly price: number }

const Change = ({ price, extent, range }: ChangeProps) => {
  const t = useTranslations('tokens')
  const ui = useTranslations('ui')
  const format = useFormat()
  if (!extent || !(extent.open > 0)) return null
  const whole = isWhole(extent, range)
  // A history that begins within the range opens with its first trade, which may be far from the price: the line of the
  // chart begins with the close.
  const before = whole ? extent.open : extent.firstClose
  const change = price / before - 1
  const percent = format.change(change)
  // Too small for dollars and cents: the price of some tokens is.
  const gain = price - before
  const start = new Date(extent.from * 1_000)
  // A daily candle does not tell when in its day trading began.
  const isDaily = rangeFacts(range).interval === '1d'
  return (
    <span>
      <span className={tones[changeTone(change)]}>
        {Math.abs(gain) < 0.0001
          ? percent
          : ui('usdChange', { usd: format.signedUsd(gain), percent })}
      </span>{' '}
      {whole
        ? t('price.past', { range })
        : t('price.since', {
            time: isDaily ? format.utcShortDay(start) : format.utcMinute(start),
          })}
    </span>
  )
}
