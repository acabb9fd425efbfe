import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { Translator } from '@/lib/client/i18n/translator'
import type { CandleView } from '@/lib/client/market'
import type { Format } from '@/lib/core/format/format'
import type { CandleInterval } from '@/lib/market/candles/candle'

type Props = {
  /** Accessible caption, visually hidden. */
  readonly caption: string
  /** Oldest first; the table shows them newest first. */
  readonly candles: readonly CandleView[]
  readonly interval: CandleInterval
  /** Formats prices; dollars by default. */
  readonly priceText?: (price: number) => string
}

const columns = ['open', 'high', 'low', 'close', 'volume'] as const

/** The candles of the chart as a table, newest first. */
export const CandleTable = ({ caption, candles, interval, priceText }: Props) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const write = priceText ?? format.price
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="relative max-h-96 overflow-auto rounded-well border border-line bg-surface"
    >
      <table className="numeric w-full border-separate border-spacing-0 text-small">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} left-0 z-10 text-left`}>
              {t('candle.time')}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className={`${head} text-right`}>
                {t(`candle.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candles.toReversed().map((candle) => (
            <tr key={candle.time}>
              <th
                scope="row"
                className="sticky left-0 bg-surface px-3 py-1.5 text-left font-normal whitespace-nowrap"
              >
                {candleTime(format, candle, interval)}
              </th>
              {cellsOf({ format, write }, candle).map((text, index) => (
                <td key={columns[index]} className="px-3 py-1.5 text-right whitespace-nowrap">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const head =
  'sticky top-0 h-10 border-b border-line bg-surface px-3 text-label font-medium whitespace-nowrap text-ink-2'

type Writing = { readonly format: Format; readonly write: (price: number) => string }

const cellsOf = (
  { format, write }: Writing,
  { open, high, low, close, volume }: CandleView,
): readonly string[] => [
  ...[open, high, low, close].map((price) => write(price)),
  format.largeUsd(volume),
]

/** Formats a candle's start in UTC: "21 Nov, 09:30", or the date only for daily candles. */
export function candleTime(
  format: Format,
  { time }: Pick<CandleView, 'time'>,
  interval: CandleInterval,
): string {
  const start = new Date(time * 1000)
  return interval === '1d' ? format.day(start) : format.utcMinute(start)
}

type Words = { readonly t: Translator<'tokens'>; readonly format: Format }

/** Describes a candle in one sentence; prices are dollars by default. */
export function candleText(
  { t, format }: Words,
  candle: CandleView,
  interval: CandleInterval,
  priceText: (price: number) => string = format.price,
): string {
  const { open, high, low, close, volume } = candle

  return t('candle.sentence', {
    time: candleTime(format, candle, interval),
    close: priceText(close),
    open: priceText(open),
    high: priceText(high),
    low: priceText(low),
    volume: format.largeUsd(volume),
  })
}

type ReadoutProps = { readonly candle: CandleView; readonly interval: CandleInterval }

/** The values of the selected candle, else the newest. Hidden from screen readers: the chart announces them. */
export const CandleReadout = ({ candle, interval }: ReadoutProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  return (
    <p
      aria-hidden="true"
      className="numeric flex min-h-10 flex-wrap items-baseline gap-x-4 gap-y-0.5 text-label"
    >
      <Part name={candleTime(format, candle, interval)} />
      <Part name={t('candle.close')} text={format.price(candle.close)} />
      <Part name={t('candle.open')} text={format.price(candle.open)} />
      <Part name={t('candle.high')} text={format.price(candle.high)} />
      <Part name={t('candle.low')} text={format.price(candle.low)} />
      <Part name={t('candle.volume')} text={format.largeUsd(candle.volume)} />
    </p>
  )
}

const Part = ({ name, text = '' }: { readonly name: string; readonly text?: string }) => (
  <span className="inline-flex gap-1.5">
    <span className="text-ink-2">{name}</span>
    <span className="font-medium">{text}</span>
  </span>
)
