import type * as Charts from 'lightweight-charts'
import type { CandleView } from '@/lib/client/market'
import type { Format } from '@/lib/core/format/format'
import { chartRange } from './chart-range'

/** Series type of the price chart. */
export type ChartKind = 'line' | 'candles'

/** Handle of a mounted chart; inert once removed, since effects may still hold it. */
export type Drawing = {
  readonly setCandles: (candles: readonly CandleView[]) => void
  /** Extends the scale to a price; undefined: to that of the candles only. */
  readonly setLevel: (level: number | undefined) => void
  /** Moves the crosshair to a candle by index; undefined clears it. */
  readonly pointAt: (index: number | undefined) => void
  /** Returns the distance of a price from the top, in pixels, at most the ends of the plot. */
  readonly yOf: (price: number) => number | undefined
  /** Returns the price at a distance from the top. */
  readonly priceAt: (y: number) => number | undefined
  /** Returns the distance of a time (Unix seconds) from the left, if it is drawn. */
  readonly xOf: (seconds: number) => number | undefined
  /** Returns the width of the plot, without the scale. */
  readonly plotWidth: () => number
  readonly remove: () => void
}

type Options = {
  readonly charts: typeof Charts
  readonly box: HTMLElement
  readonly kind: ChartKind
  readonly format: Format
  /** Formats prices of the scale. */
  readonly priceText: (price: number) => string
  /** The initial data, so that no empty chart is painted first. */
  readonly candles: readonly CandleView[]
  readonly level: number | undefined
  /** Called with the index of the candle under the pointer. */
  readonly onPoint: (index: number | undefined) => void
  /** Called once the scale or the size has changed. */
  readonly onLayout: () => void
}

/** Height of a price's tag on the scale, in pixels, with half a label. */
const tagHeight = 20

/** Parts of the plot's height above and below the prices; the volumes are below. */
const margins = { top: 0.08, bottom: 0.2 } as const

/** Mounts a price and volume chart in `box`, in the colours of the current theme. */
export function drawChart(options: Options): Drawing {
  const { charts, box, kind, format, priceText, onPoint, onLayout } = options
  const ink = readInk(box)
  const chart = charts.createChart(box, {
    ...layoutOf(charts, { ink, format }),
    localization: { timeFormatter: (time: Charts.Time) => format.utcMinute(dateOf(time)) },
  })
  const prices = addPrices(charts, chart, { kind, ink })
  // Columns of a histogram are one candle wide: more than a hundred merge into a block.
  const volumes = chart.addSeries(charts.AreaSeries, {
    lineType: charts.LineType.WithSteps,
    lineVisible: false,
    topColor: ink.volume,
    bottomColor: ink.volume,
    priceScaleId: '',
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } })
  prices.priceScale().applyOptions({ scaleMargins: margins })
  let shown: readonly CandleView[] = []
  let level = options.level
  chart.subscribeCrosshairMove(({ time }) => {
    const index = shown.findIndex((candle) => candle.time === time)
    onPoint(index < 0 ? undefined : index)
  })
  const yOf = (price: number | undefined): number | undefined =>
    price === undefined ? undefined : (prices.priceToCoordinate(price) ?? undefined)
  /** Leaves the place of a tag free: the last price has one, and the level. */
  const scaleText: ScaleText = {
    one: priceText,
    all: (marks) => {
      const tags = [shown.at(-1)?.close, level].flatMap((price) => yOf(price) ?? [])
      return marks.map((price) => {
        const y = yOf(price)
        const isFree = y === undefined || tags.every((tag) => Math.abs(tag - y) >= tagHeight)
        return isFree ? priceText(price) : ''
      })
    },
  }
  let frame = 0
  /** The library lays out in the next frame. */
  const announce = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => onLayout())
  }
  const scale = () => {
    const range = chartRange(shown, { kind, level })
    // Formats the labels again: the tags may have moved.
    prices.applyOptions({ priceFormat: priceFormat(scaleText, shown) })
    if (range) prices.priceScale().setVisibleRange(range)
    announce()
  }
  let drawnBars = 0
  const drawVolumes = () => {
    drawnBars = maxBars(box)
    volumes.setData(volumeBars(shown, drawnBars))
  }
  // On resize the library keeps the bar width; refit so that every candle stays visible.
  const fitAll = () => {
    if (maxBars(box) !== drawnBars) drawVolumes()
    chart.timeScale().fitContent()
    announce()
  }
  chart.timeScale().subscribeSizeChange(fitAll)
  const setCandles = (next: readonly CandleView[]) => {
    if (next === shown) return
    shown = next
    prices.setData(next.map((candle) => pricePoint(candle, kind)))
    drawVolumes()
    scale()
    fitAll()
  }
  setCandles(options.candles)
  let isRemoved = false
  return {
    setCandles: (next) => {
      if (!isRemoved) setCandles(next)
    },
    setLevel: (next) => {
      if (isRemoved || next === level) return
      level = next
      scale()
    },
    pointAt: (index) => {
      if (isRemoved) return
      const candle = index === undefined ? undefined : shown[index]
      if (candle) chart.setCrosshairPosition(candle.close, at(candle.time), prices)
      else chart.clearCrosshairPosition()
    },
    yOf: (price) => {
      const y = isRemoved ? undefined : yOf(price)
      return y === undefined ? undefined : Math.min(Math.max(y, 0), chart.paneSize().height)
    },
    priceAt: (y) => (isRemoved ? undefined : (prices.coordinateToPrice(y) ?? undefined)),
    xOf: (seconds) =>
      isRemoved ? undefined : (chart.timeScale().timeToCoordinate(at(seconds)) ?? undefined),
    plotWidth: () => (isRemoved ? 0 : chart.timeScale().width()),
    remove: () => {
      isRemoved = true
      cancelAnimationFrame(frame)
      chart.remove()
    },
  }
}

type Ink = Readonly<
  Record<'ink' | 'grid' | 'volume' | 'strong' | 'up' | 'down' | 'surface' | 'font', string>
>

/** Resolves the theme's CSS variables, which a canvas cannot use. */
function readInk(box: HTMLElement): Ink {
  const style = getComputedStyle(box)
  const color = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: color('--ink-2'),
    grid: color('--card-edge'),
    volume: color('--line'),
    strong: color('--line-strong'),
    up: color('--primary'),
    down: color('--danger'),
    surface: color('--surface'),
    font: style.fontFamily,
  }
}

/** No logo: it injects a style sheet that the CSP blocks. The attribution is below the chart instead. */
function layoutOf(
  charts: typeof Charts,
  { ink, format }: { readonly ink: Ink; readonly format: Format },
): Charts.DeepPartial<Charts.TimeChartOptions> {
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
    grid: { vertLines: { visible: false }, horzLines: { color: ink.grid } },
    crosshair: {
      mode: charts.CrosshairMode.Magnet,
      vertLine: { color: ink.strong, labelBackgroundColor: ink.strong },
      horzLine: { color: ink.strong, labelBackgroundColor: ink.strong },
    },
    rightPriceScale: { borderVisible: false, entireTextOnly: true, tickMarkDensity: 4 },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      allowBoldLabels: false,
      tickMarkFormatter: (time: Charts.Time, type: Charts.TickMarkType) =>
        tickText(charts, { date: dateOf(time), type, format }),
    },
  }
}

type Look = { readonly kind: ChartKind; readonly ink: Ink }

type PriceSeries = Charts.ISeriesApi<'Area' | 'Candlestick', Charts.Time>

/** Returns a colour of the theme with an alpha channel; system colours of forced-colors mode have none. */
const faint = (color: string, alpha: string): string =>
  /^#[0-9a-f]{6}$/i.test(color) ? `${color}${alpha}` : 'transparent'

/** Rising candles are hollow and falling ones filled, so that colour carries no meaning alone. */
function addPrices(charts: typeof Charts, chart: Charts.IChartApi, { kind, ink }: Look) {
  const line = { priceLineColor: ink.up, priceLineStyle: charts.LineStyle.Dotted }
  const series =
    kind === 'line'
      ? chart.addSeries(charts.AreaSeries, {
          ...line,
          lineColor: ink.up,
          lineWidth: 2,
          topColor: faint(ink.up, '2e'),
          bottomColor: faint(ink.up, '00'),
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

/** Maximum number of volume bars; more would leave no gaps between them. */
const maxBars = (box: HTMLElement): number => (box.clientWidth < 480 ? 40 : 60)

/** Returns the volumes as at most `count` bars of several candles each, drawn by steps; zero between the bars. */
function volumeBars(candles: readonly CandleView[], count: number) {
  const size = Math.max(2, Math.ceil(candles.length / count))
  const width = Math.floor((size * 2) / 3)
  return candles.map(({ time }, index) => {
    const place = index % size
    const bar = candles.slice(index - place, index - place + size)
    const value = place < width ? bar.reduce((sum, { volume }) => sum + volume, 0) : 0
    return { time: at(time), value }
  })
}

const at = (seconds: number) => seconds as Charts.UTCTimestamp

/** The opposite of {@link at}. */
const dateOf = (time: Charts.Time) => new Date(Number(time) * 1_000)

type Tick = { readonly date: Date; readonly type: Charts.TickMarkType; readonly format: Format }

/** Returns the text of a mark below the plot. The library itself uses Intl, and writes a day as a number that reads as an hour. */
function tickText({ TickMarkType }: typeof Charts, { date, type, format }: Tick): string {
  switch (type) {
    case TickMarkType.Year:
      return String(date.getUTCFullYear())
    case TickMarkType.Month:
      return format.utcShortMonth(date)
    case TickMarkType.DayOfMonth:
      return format.utcShortDay(date)
    default:
      return format.utcClock(date)
  }
}

/** Texts of the scale: of a price alone, and of all its marks. */
type ScaleText = {
  readonly one: (price: number) => string
  readonly all: (prices: readonly number[]) => string[]
}

/** Sets `minMove` to 4 significant digits of the lowest price: the library does not draw finer steps. */
function priceFormat(
  { one, all }: ScaleText,
  candles: readonly CandleView[],
): Charts.PriceFormatCustom {
  const lowest = candles.reduce((smallest, { low }) => Math.min(smallest, low), Number.MAX_VALUE)
  const minMove = 10 ** (Math.floor(Math.log10(lowest > 0 ? lowest : 1)) - 3)
  return { type: 'custom', formatter: one, tickmarksFormatter: all, minMove }
}
