'use client'

import { ChartCandlestick, ChartSpline } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSearchState, useTableView } from '@/components/app/use-search-state'
import { useFormat } from '@/components/i18n/use-format'
import { classNames } from '@/components/ui/class-names'
import { Disclosure } from '@/components/ui/disclosure'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { Skeleton } from '@/components/ui/skeleton'
import type { CandleView, TokenOf } from '@/lib/client/market'
import { Answer } from './answer'
import { type Range, rangeFacts, ranges } from './candle-span'
import { CandleTable, candleText, candleTime } from './candle-values'
import { ChoiceRow } from './choice-row'
import type { ChartKind } from './draw-chart'
import { extentOf } from './price-change'
import { PriceChart } from './price-chart'
import { PriceHead } from './price-head'
import { useCandles } from './use-market'

type Props = { readonly of: TokenOf; readonly symbol: string }

const kinds = ['line', 'candles'] as const
/** Defaults for query parameters missing from the URL. */
const defaults = { range: '1W', chart: 'line' } as const

/** The price now and over time, as a chart and as an equivalent table. */
export const PriceHistory = ({ of, symbol }: Props) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const { search, change } = useSearchState()
  const [pointed, setPointed] = useState<number>()
  const range = ranges.find((each) => each.range === search.get('range'))?.range ?? defaults.range
  const kind = kinds.find((each) => each === search.get('chart')) ?? defaults.chart
  const query = useCandles(of, range)
  const shown = query.data
  const candle = pointed === undefined ? undefined : shown?.body[pointed]
  const other = kind === 'line' ? 'candles' : 'line'
  return (
    <section
      aria-label={t('history.title')}
      className="grid min-w-0 grid-cols-1 grid-rows-[auto_1fr] gap-4 rounded-panel border border-card-edge bg-surface p-4 tab:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <PriceHead
          of={of}
          extent={shown && extentOf(shown.body)}
          range={shown?.range ?? range}
          pointed={
            candle &&
            shown && {
              price: candle.close,
              time: candleTime(format, candle, rangeFacts(shown.range).interval),
            }
          }
        />
        <div className="flex items-center gap-2 max-tab:w-full">
          <ChoiceRow
            label={t('history.range')}
            choices={ranges.map(({ range: value }) => ({ value, label: t(`range.${value}`) }))}
            value={range}
            onChoose={(value) => change({ range: value === defaults.range ? '' : value })}
          />
          <IconButton
            label={t(kind === 'line' ? 'chart.asCandles' : 'chart.asLine')}
            onClick={() => change({ chart: other === defaults.chart ? '' : other })}
            className="max-tab:ml-auto"
          >
            {kind === 'line' ? (
              <ChartCandlestick aria-hidden="true" className="size-5" />
            ) : (
              <ChartSpline aria-hidden="true" className="size-5" />
            )}
          </IconButton>
        </div>
      </div>
      <Answer
        query={query}
        what={t('history.what')}
        skeleton={<Skeleton className="h-92 rounded-well tab:h-116" />}
        missing={<NoHistory />}
      >
        {({ body, range: shownRange }) =>
          body.length === 0 ? (
            <NoHistory />
          ) : (
            <div
              className={classNames('grid grid-cols-1', query.isPlaceholderData && 'opacity-60')}
            >
              <History
                {...{ symbol, kind, pointed }}
                range={shownRange}
                candles={body}
                onPoint={setPointed}
              />
            </div>
          )
        }
      </Answer>
    </section>
  )
}

const NoHistory = () => {
  const t = useTranslations('tokens')
  return <EmptyState title={t('history.none')}>{t('history.why')}</EmptyState>
}

type HistoryProps = {
  readonly symbol: string
  readonly range: Range
  readonly kind: ChartKind
  readonly candles: readonly CandleView[]
  readonly pointed: number | undefined
  readonly onPoint: (index: number | undefined) => void
}

const History = ({ symbol, range, candles, ...chart }: HistoryProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const table = useTableView()
  const { interval } = rangeFacts(range)
  const title = t('history.caption', { symbol, range })
  return (
    <div className="grid grid-cols-1 grid-rows-[1fr_auto_auto] gap-3">
      <PriceChart
        {...chart}
        label={t('history.label', { title })}
        candles={candles}
        textOf={(each) => candleText({ t, format }, each, interval)}
        className="min-h-80 tab:min-h-104"
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-caption text-ink-2">
        <p>{t('history.source', { interval })}</p>
        <p>
          {t.rich('chart.credit', {
            link: (words) => (
              <a
                href="https://www.tradingview.com/"
                title={t('chart.notice')}
                className="relative before:absolute before:-inset-x-1 before:-inset-y-2 hover:underline"
              >
                {words}
              </a>
            ),
          })}
        </p>
      </div>
      <Disclosure summary={t('history.table')} {...table}>
        {table.isOpen ? (
          <CandleTable caption={title} candles={candles} interval={interval} />
        ) : null}
      </Disclosure>
    </div>
  )
}
