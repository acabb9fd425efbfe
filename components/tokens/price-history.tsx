'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSearchState, useTableView } from '@/components/app/use-search-state'
import { useFormat } from '@/components/i18n/use-format'
import { Disclosure } from '@/components/ui/disclosure'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { Translator } from '@/lib/client/i18n/translator'
import type { CandleView, TokenOf } from '@/lib/client/market'
import type { Format } from '@/lib/core/format/format'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { type Range, rangeFacts, ranges } from './candle-span'
import { CandleReadout, CandleTable, candleText } from './candle-values'
import { ChoiceRow } from './choice-row'
import type { ChartKind } from './draw-chart'
import { MarketSection } from './market-section'
import { extentOf } from './price-change'
import { PriceChart } from './price-chart'
import { useCandles } from './use-market'

type Props = { readonly of: TokenOf; readonly symbol: string }

const kinds = ['line', 'candles'] as const
/** Defaults for query parameters missing from the URL. */
const defaults = { range: '1D', chart: 'line' } as const

/** The price over time, as a chart and as an equivalent table. */
export const PriceHistory = ({ of, symbol }: Props) => {
  const t = useTranslations('tokens')
  const { search, change } = useSearchState()
  const range = ranges.find((each) => each.range === search.get('range'))?.range ?? defaults.range
  const kind = kinds.find((each) => each === search.get('chart')) ?? defaults.chart
  const query = useCandles(of, range)
  return (
    <MarketSection title={t('history.title')} aside={<AsOf ms={query.data?.asOfMs} />}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ChoiceRow
          label={t('history.range')}
          choices={ranges.map(({ range: value }) => ({ value, label: t(`range.${value}`) }))}
          value={range}
          onChoose={(value) => change({ range: value === defaults.range ? '' : value })}
        />
        <ChoiceRow
          label={t('history.drawnAs')}
          choices={kinds.map((value) => ({ value, label: t(`history.${value}`) }))}
          value={kind}
          onChoose={(value) => change({ chart: value === defaults.chart ? '' : value })}
        />
      </div>
      <Answer
        query={query}
        what={t('history.what')}
        skeleton={<Skeleton className="h-80 rounded-well tab:h-104" />}
        missing={<NoHistory />}
      >
        {({ body, range: shown }) =>
          body.length === 0 ? (
            <NoHistory />
          ) : (
            <div className={query.isPlaceholderData ? 'opacity-60' : undefined}>
              <History {...{ symbol, kind }} range={shown} candles={body} />
            </div>
          )
        }
      </Answer>
    </MarketSection>
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
}

const History = ({ symbol, range, kind, candles }: HistoryProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const [pointed, setPointed] = useState<number>()
  const table = useTableView()
  const { interval } = rangeFacts(range)
  const candle = (pointed === undefined ? undefined : candles[pointed]) ?? candles.at(-1)
  const title = t('history.caption', { symbol, range })
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 gap-2 rounded-card border border-line bg-surface p-3 tab:p-4">
        {candle ? <CandleReadout candle={candle} interval={interval} /> : null}
        <PriceChart
          label={t('history.label', { title })}
          candles={candles}
          kind={kind}
          pointed={pointed}
          onPoint={setPointed}
          textOf={(each) => candleText({ t, format }, each, interval)}
        />
      </div>
      <p className="text-small text-ink-2">
        {summaryOf({ t, format }, candles, range)} {t('history.step', { interval })}
      </p>
      <Disclosure summary={t('history.table')} {...table}>
        {table.isOpen ? (
          <CandleTable caption={title} candles={candles} interval={interval} />
        ) : null}
      </Disclosure>
      <p className="text-label text-ink-2">
        {t.rich('history.credit', {
          link: (words) => (
            <a href="https://www.tradingview.com/" className="underline">
              {words}
            </a>
          ),
        })}
      </p>
    </div>
  )
}

type Words = { readonly t: Translator<'tokens'>; readonly format: Format }

function summaryOf({ t, format }: Words, candles: readonly CandleView[], range: Range): string {
  const extent = extentOf(candles)
  if (!extent || !(extent.open > 0)) return ''
  const { open, close, high, low, volume } = extent

  return t('history.summary', {
    range,
    open: format.price(open),
    close: format.price(close),
    change: format.change(close / open - 1),
    low: format.price(low),
    high: format.price(high),
    volume: format.largeUsd(volume),
  })
}
