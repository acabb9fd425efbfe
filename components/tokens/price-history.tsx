'use client'

import { useState } from 'react'
import { Disclosure } from '@/components/ui/disclosure'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { CandleView, TokenOf } from '@/lib/client/market'
import { changeText, priceText, sumText } from '@/lib/client/price-text'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { CandleReadout } from './candle-readout'
import { type Range, rangeFacts, ranges } from './candle-span'
import { CandleTable } from './candle-table'
import { candleText } from './candle-text'
import { ChoiceRow } from './choice-row'
import type { ChartKind } from './draw-chart'
import { MarketSection } from './market-section'
import { extentOf } from './price-change'
import { PriceChart } from './price-chart'
import { useCandles } from './use-market'

type Props = { readonly of: TokenOf; readonly symbol: string }

const kinds = [
  { value: 'line', label: 'Line' },
  { value: 'candles', label: 'Candles' },
] as const

/** The price over time: a chart, and a table with the same numbers. */
export const PriceHistory = ({ of, symbol }: Props) => {
  const [range, setRange] = useState<Range>('1D')
  const [kind, setKind] = useState<ChartKind>('line')
  const asked = useCandles(of, range)
  return (
    <MarketSection title="Price history" aside={<AsOf ms={asked.data?.asOfMs} />}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ChoiceRow
          label="Range"
          choices={ranges.map(({ range: value }) => ({ value, label: value }))}
          value={range}
          onChoose={setRange}
        />
        <ChoiceRow label="Drawn as" choices={kinds} value={kind} onChoose={setKind} />
      </div>
      <Answer
        asked={asked}
        what="The price history"
        skeleton={<Skeleton className="h-80 rounded-well tab:h-104" />}
        missing={<NoHistory />}
      >
        {({ body, range: shown }) =>
          body.length === 0 ? (
            <NoHistory />
          ) : (
            <div className={asked.isPlaceholderData ? 'opacity-60' : undefined}>
              <History {...{ symbol, kind }} range={shown} candles={body} />
            </div>
          )
        }
      </Answer>
    </MarketSection>
  )
}

const NoHistory = () => (
  <EmptyState title="No prices yet">
    Prices are drawn from trades in pools; none was seen in this time.
  </EmptyState>
)

type HistoryProps = {
  readonly symbol: string
  readonly range: Range
  readonly kind: ChartKind
  readonly candles: readonly CandleView[]
}

const History = ({ symbol, range, kind, candles }: HistoryProps) => {
  const [pointed, setPointed] = useState<number>()
  const [isOpen, setOpen] = useState(false)
  const { words, interval, intervalWords } = rangeFacts(range)
  const candle = (pointed === undefined ? undefined : candles[pointed]) ?? candles.at(-1)
  const title = `Price of ${symbol} in US dollars, ${words}`
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 gap-2 rounded-card border border-line bg-surface p-3 tab:p-4">
        {candle ? <CandleReadout candle={candle} interval={interval} /> : null}
        <PriceChart
          label={`${title}. Arrow keys move along it.`}
          candles={candles}
          kind={kind}
          pointed={pointed}
          onPoint={setPointed}
          textOf={(each) => candleText(each, interval)}
        />
      </div>
      <p className="text-small text-ink-2">
        {summaryOf(candles, words)} One step is {intervalWords}; times are UTC.
      </p>
      <Disclosure summary="Show as table" onOpenChange={setOpen}>
        {isOpen ? <CandleTable caption={title} candles={candles} interval={interval} /> : null}
      </Disclosure>
      <p className="text-label text-ink-2">
        Charting by{' '}
        <a href="https://www.tradingview.com/" className="underline">
          TradingView Lightweight Charts™
        </a>
        , copyright 2025 TradingView, Inc.
      </p>
    </div>
  )
}

function summaryOf(candles: readonly CandleView[], words: string): string {
  const extent = extentOf(candles)
  if (!extent || !(extent.open > 0)) return ''
  const { open, close, high, low, volume } = extent
  const change = changeText(close / open)
  return `In ${words} from ${priceText(open)} to ${priceText(close)} (${change}), between ${priceText(low)} and ${priceText(high)}, with ${sumText(volume)} traded.`
}
