'use client'

import { ArrowLeftRight, ChartCandlestick, ChartSpline } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { Skeleton } from '@/components/ui/skeleton'
import type { CandleView } from '@/lib/client/market'
import type { Token } from '@/lib/client/swap/tokens'
import { changeTone } from '@/lib/core/format/number-text'
import { type Range, rangeFacts, ranges } from './candle-span'
import { CandleTable, candleText, candleTime } from './candle-values'
import type { Level } from './chart-level'
import { ChoiceRow } from './choice-row'
import type { ChartKind } from './draw-chart'
import { type ChartMark, SideArrow } from './fills/chart-marks'
import { useOwnFills } from './fills/use-own-fills'
import type { DayFacts } from './pair-candles'
import { PriceChart } from './price-chart'
import { TokenLink } from './token-link'
import { TokenPair } from './token-mark'
import {
  type PairHistory,
  type PairMarket,
  type PairOf,
  usePairMarket,
  usePairOf,
  usePairPools,
} from './use-pair-market'

/** A limit price on the chart, in quote tokens per base token. */
export type ChartLimit = {
  readonly price: number
  readonly market: number
  /** Whether the market is better for the owner. */
  readonly isWorse: boolean
  readonly onChange: (price: number) => void
}

/** What a chart shows, kept when the pair changes. */
export type ChartView = { readonly range: Range; readonly kind: ChartKind }

type Props = {
  /** Prices are quote tokens per base token. */
  readonly base: Token
  readonly quote: Token
  /** Swaps base and quote. */
  readonly onInvert: () => void
  readonly view: ChartView
  readonly onView: (view: ChartView) => void
  readonly limit?: ChartLimit | undefined
}

/** The price of a pair over time, with its facts of the day; also as a table. */
export const PairChart = ({ base, quote, onInvert, view, onView, limit }: Props) => {
  const t = useTranslations('tokens')
  const id = useId()
  const { network } = useSettings()
  const of = usePairOf(base, quote)
  const { range, kind } = view
  const [pointed, setPointed] = useState<number>()
  const market = usePairMarket(of, range)
  const { history, day, price } = market
  const candle = pointed === undefined ? undefined : history?.candles[pointed]
  return (
    <section aria-labelledby={id} className="flex flex-1 flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="grid gap-1">
          <div className="flex items-center gap-2.5">
            <TokenPair network={network} tokens={[base, quote]} />
            <h2 id={id} className="text-section">
              <TokenLink network={network.name} token={base} /> /{' '}
              <TokenLink network={network.name} token={quote} />
            </h2>
            <IconButton
              label={t('chart.invert', { base: quote.symbol, quote: base.symbol })}
              onClick={onInvert}
              className="-my-2.5 -ml-2"
            >
              <ArrowLeftRight aria-hidden="true" className="size-4" />
            </IconButton>
          </div>
          <Price {...{ day, candle, price }} range={history?.range ?? range} />
        </div>
        <div className="flex items-center gap-2 max-tab:w-full">
          <ChoiceRow
            label={t('history.range')}
            choices={ranges.map(({ range: value }) => ({ value, label: t(`range.${value}`) }))}
            value={range}
            onChoose={(value) => onView({ ...view, range: value })}
          />
          <IconButton
            label={t(kind === 'line' ? 'chart.asCandles' : 'chart.asLine')}
            onClick={() => onView({ ...view, kind: kind === 'line' ? 'candles' : 'line' })}
          >
            {kind === 'line' ? (
              <ChartCandlestick aria-hidden="true" className="size-5" />
            ) : (
              <ChartSpline aria-hidden="true" className="size-5" />
            )}
          </IconButton>
        </div>
      </div>
      <div className="relative min-h-68 flex-1 tab:min-h-80">
        <Drawn {...{ market, kind, range, limit, base, quote, pointed }} onPoint={setPointed} />
      </div>
      <Facts {...{ of, day }} />
    </section>
  )
}

type PriceProps = {
  readonly day: DayFacts | undefined
  readonly price: number | undefined
  /** The pointed candle. */
  readonly candle: CandleView | undefined
  readonly range: Range
}

const changeTones = { up: 'text-up', down: 'text-danger', level: 'text-ink-2' }

/** The price now and its change in 24 hours, or those of the pointed candle. */
const Price = ({ day, price, candle, range }: PriceProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  if (price === undefined && candle === undefined) return <Skeleton className="h-8 w-40" />
  return (
    <p className="numeric flex min-h-8 flex-wrap items-baseline gap-x-2.5">
      <span className="text-[1.75rem] leading-8 font-medium tracking-[-0.025em]">
        {format.rate(candle?.close ?? price)}
      </span>
      {candle ? (
        <span className="text-small text-ink-2">
          {candleTime(format, candle, rangeFacts(range).interval)} UTC
        </span>
      ) : day ? (
        <span className="text-small">
          <span className={changeTones[changeTone(day.change)]}>{format.change(day.change)}</span>{' '}
          <span className="text-ink-2">{t('index.dayChange')}</span>
        </span>
      ) : null}
    </p>
  )
}

type DrawnProps = Pick<Props, 'base' | 'quote' | 'limit'> & {
  readonly market: PairMarket
  readonly kind: ChartKind
  readonly range: Range
  readonly pointed: number | undefined
  readonly onPoint: (index: number | undefined) => void
}

/** The chart in each of its states: loading, empty, failed and drawn. */
const Drawn = ({ market, range, ...props }: DrawnProps) => {
  const t = useTranslations('tokens')
  const ui = useTranslations('ui')
  const { history, isMissing, isFailed, isFetching, retry } = market
  if (isMissing) return <EmptyState title={t('history.none')}>{t('history.why')}</EmptyState>
  if (history) return <Chart {...props} history={history} isOld={history.range !== range} />
  if (!isFailed) {
    return (
      <div
        role="status"
        data-awaited=""
        aria-label={ui('answer.loading', { what: t('history.what') })}
      >
        <Skeleton className="absolute inset-0 rounded-well" />
      </div>
    )
  }
  const what = t('history.what')
  return (
    <Alert
      tone="warn"
      title={ui('answer.failed', { what })}
      actions={
        <Button size="small" busy={isFetching} onClick={retry}>
          {ui('answer.retry')}
        </Button>
      }
    >
      {ui('answer.silent')}
    </Alert>
  )
}

type ChartProps = Omit<DrawnProps, 'market' | 'range'> & {
  readonly history: PairHistory
  /** Whether another range loads. */
  readonly isOld: boolean
}

const Chart = ({ history, isOld, base, quote, limit, ...chart }: ChartProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const [hasTable, setTable] = useState(false)
  const { range, candles } = history
  const { interval } = rangeFacts(range)
  const title = t('chart.caption', { base: base.symbol, quote: quote.symbol, range })
  const level = useLevel(limit, { base, quote })
  const marks = useOwnFills({ base, quote }, history)
  const textOf = (candle: CandleView) => [
    candleText({ t, format }, candle, interval, format.rate),
    ...marks.filter(({ time }) => time === candle.time).map(({ text }) => text),
  ]
  return (
    <div className={isOld ? 'opacity-60' : undefined}>
      <PriceChart
        {...chart}
        label={t('history.label', { title })}
        candles={candles}
        {...{ level, marks }}
        priceText={format.rate}
        textOf={(candle) => textOf(candle).join('. ')}
        className="!absolute inset-0"
      />
      {marks.length > 0 ? (
        <OwnFills marks={marks} pointed={candles[chart.pointed ?? -1]?.time} />
      ) : null}
      <Button
        size="small"
        aria-expanded={hasTable}
        onClick={() => setTable(!hasTable)}
        className="absolute top-0 left-0 z-20 not-focus:sr-only"
      >
        {t('history.table')}
      </Button>
      {hasTable ? (
        <div className="absolute inset-x-0 top-10 z-20">
          <CandleTable caption={title} priceText={format.rate} {...{ candles, interval }} />
        </div>
      ) : null}
    </div>
  )
}

type OwnFillsProps = {
  readonly marks: readonly ChartMark[]
  /** Start of the pointed candle. */
  readonly pointed: number | undefined
}

/** The account's own fills as a list, and what the arrows on the curve mean: those of the pointed candle, or in general. */
const OwnFills = ({ marks, pointed }: OwnFillsProps) => {
  const t = useTranslations('tokens')
  const told = marks.filter(({ time }) => time === pointed)
  const sides = (['bought', 'sold'] as const).filter((side) =>
    marks.some((mark) => mark.side === side),
  )
  const shown =
    told.length > 0 ? told : sides.map((side) => ({ side, text: t(`chart.you.${side}`) }))
  return (
    <>
      <ul aria-label={t('chart.fills')} className="sr-only">
        {marks.map(({ time, side, text }) => (
          <li key={`${time} ${side}`}>{text}</li>
        ))}
      </ul>
      <p
        aria-hidden="true"
        className="numeric pointer-events-none absolute top-0 left-0 z-5 flex flex-wrap gap-x-3 text-caption text-ink-2"
      >
        {shown.map(({ side, text }) => (
          <span key={side} className="flex items-center gap-1">
            <SideArrow side={side} /> {text}
          </span>
        ))}
      </p>
    </>
  )
}

/** Words a limit price for the chart. */
function useLevel(
  limit: ChartLimit | undefined,
  { base, quote }: Pick<Props, 'base' | 'quote'>,
): Level | undefined {
  const t = useTranslations('tokens')
  const format = useFormat()
  const [isMoving, setMoving] = useState(false)
  if (!limit) return undefined
  const { price, market, isWorse, onChange } = limit
  const percent = format.change(price / market - 1)
  const priceText = format.rate(price)
  const unit = { base: base.symbol, quote: quote.symbol }
  return {
    ...{ price, market, isWorse, isMoving, priceText, onMoving: setMoving, onMove: onChange },
    name: t('chart.limitName'),
    text: t('chart.limit', { percent }),
    shortText: t('chart.limitShort', { percent }),
    valueText: t('chart.limitValue', { price: priceText, percent, ...unit }),
  }
}

type FactsProps = {
  readonly of: PairOf
  readonly day: DayFacts | undefined
}

const Facts = ({ of, day }: FactsProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const pools = usePairPools(of)
  const range = day ? `${format.rate(day.low)} – ${format.rate(day.high)}` : format.rate(undefined)
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-t border-card-edge pt-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Fact name={t('chart.range')}>{range}</Fact>
        <Fact name={t('index.volume')}>{format.largeUsd(pools?.volume)}</Fact>
        <Fact name={t('index.tvl')}>{format.largeUsd(pools?.tvl)}</Fact>
      </dl>
      <p className="text-caption text-ink-3">
        {t.rich('chart.credit', {
          link: (words) => (
            <a
              href="https://www.tradingview.com/"
              title={t('chart.notice')}
              className="hover:underline"
            >
              {words}
            </a>
          ),
        })}
      </p>
    </div>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <div className="grid gap-0.5">
    <dt className="text-caption text-ink-2">{name}</dt>
    <dd className="numeric text-small font-medium">{children}</dd>
  </div>
)
