import type * as Charts from 'lightweight-charts'
import type { CandleView } from '@/lib/client/market'
import type { Format } from '@/lib/core/format/format'

/** Series type of the price chart. */
export type ChartKind = 'line' | 'candles'

/** Handle of a mounted chart. */
export type Drawing = {
  readonly setCandles: (candles: readonly CandleView[]) => void
  /** Moves the crosshair to a candle by index; undefined clears it. */
  readonly pointAt: (index: number | undefined) => void
  readonly remove: () => void
}

type Options = {
  readonly charts: typeof Charts
  readonly box: HTMLElement
  readonly kind: ChartKind
  readonly format: Format
  /** The initial data, so that no empty chart is painted first. */
  readonly candles: readonly CandleView[]
  /** Called with the index of the candle under the pointer. */
  readonly onPoint: (index: number | undefined) => void
}

/** Mounts a price and volume chart in `box`, in the colours of the current theme. */
export function drawChart({ charts, box, kind, format, candles, onPoint }: Options): Drawing {
  const ink = readInk(box)
  const chart = charts.createChart(box, {
    ...layoutOf(charts, ink),
    localization: { locale: format.locale === 'en' ? 'en-GB' : format.locale },
  })
  const prices = addPrices(charts, chart, { kind, ink })
  const volumes = chart.addSeries(charts.HistogramSeries, {
    color: ink.strong,
    priceScaleId: '',
    priceLineVisible: false,
    lastValueVisible: false,
    priceFormat: { type: 'volume' },
  })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
  prices.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.22 } })
  let shown: readonly CandleView[] = []
  chart.subscribeCrosshairMove(({ time }) => {
    const index = shown.findIndex((candle) => candle.time === time)
    onPoint(index < 0 ? undefined : index)
  })
  // On resize the library keeps the bar width; refit so that every candle stays visible.
  const fitAll = () => chart.timeScale().fitContent()
  chart.timeScale().subscribeSizeChange(fitAll)
  const setCandles = (next: readonly CandleView[]) => {
    if (next === shown) return
    shown = next
    prices.applyOptions({ priceFormat: priceFormat(format, next) })
    prices.setData(next.map((candle) => pricePoint(candle, kind)))
    volumes.setData(next.map(({ time, volume }) => ({ time: at(time), value: volume })))
    fitAll()
  }
  setCandles(candles)
  return {
    setCandles,
    pointAt: (index) => {
      const candle = index === undefined ? undefined : shown[index]
      if (candle) chart.setCrosshairPosition(candle.close, at(candle.time), prices)
      else chart.clearCrosshairPosition()
    },
    remove: () => chart.remove(),
  }
}

type Ink = Readonly<Record<'ink' | 'line' | 'strong' | 'up' | 'down' | 'surface' | 'font', string>>

/** Resolves the theme's CSS variables, which a canvas cannot use. */
function readInk(box: HTMLElement): Ink {
  const style = getComputedStyle(box)
  const color = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: color('--ink-2'),
    line: color('--line'),
    strong: color('--line-strong'),
    up: color('--primary'),
    down: color('--danger'),
    surface: color('--surface'),
    font: style.fontFamily,
  }
}

/** No logo: it injects a style sheet that the CSP blocks. The attribution is below the chart instead. */
function layoutOf(charts: typeof Charts, ink: Ink): Charts.DeepPartial<Charts.ChartOptions> {
  return {
    autoSize: true,
    handleScroll: false,
    handleScale: false,
    layout: {
      attributionLogo: false,
      background: { type: charts.ColorType.Solid, color: 'transparent' },
      textColor: ink.ink,
      fontFamily: ink.font,
      fontSize: 12,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: ink.line } },
    crosshair: {
      mode: charts.CrosshairMode.Magnet,
      vertLine: { color: ink.strong, labelBackgroundColor: ink.strong },
      horzLine: { color: ink.strong, labelBackgroundColor: ink.strong },
    },
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale: { borderColor: ink.line, timeVisible: true, secondsVisible: false },
  }
}

type Look = { readonly kind: ChartKind; readonly ink: Ink }

type PriceSeries = Charts.ISeriesApi<'Area' | 'Candlestick', Charts.Time>

/** Rising candles are hollow and falling ones filled, so that colour carries no meaning alone. */
function addPrices(charts: typeof Charts, chart: Charts.IChartApi, { kind, ink }: Look) {
  const line = { priceLineColor: ink.strong, priceLineStyle: charts.LineStyle.Dotted }
  const series =
    kind === 'line'
      ? chart.addSeries(charts.AreaSeries, {
          ...line,
          lineColor: ink.up,
          lineWidth: 2,
          topColor: 'transparent',
          bottomColor: 'transparent',
        })
      : chart.addSeries(charts.CandlestickSeries, {
          ...line,
          upColor: ink.surface,
          borderUpColor: ink.up,
          wickUpColor: ink.up,
          downColor: ink.down,
          borderDownColor: ink.down,
          wickDownColor: ink.down,
        })
  return series as PriceSeries
}

function pricePoint(candle: CandleView, kind: ChartKind) {
  const { time, open, high, low, close } = candle
  return kind === 'line'
    ? { time: at(time), value: close }
    : { time: at(time), open, high, low, close }
}

const at = (seconds: number) => seconds as Charts.UTCTimestamp

/** Sets `minMove` to 4 significant digits of the lowest price: the library does not draw finer steps. */
function priceFormat(format: Format, candles: readonly CandleView[]): Charts.PriceFormatCustom {
  const lowest = candles.reduce((smallest, { low }) => Math.min(smallest, low), Number.MAX_VALUE)
  const minMove = 10 ** (Math.floor(Math.log10(lowest > 0 ? lowest : 1)) - 3)
  return { type: 'custom', formatter: (price: number) => format.scalePrice(price), minMove }
}
