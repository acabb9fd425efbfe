import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { Format } from '@/lib/client/i18n/format'
import type { CandleView } from '@/lib/client/market'
import type { CandleInterval } from '@/lib/market/candles/candle'
import { candleTime } from './candle-text'

type Props = {
  /** Accessible caption, visually hidden. */
  readonly caption: string
  /** Oldest first; the table shows them newest first. */
  readonly candles: readonly CandleView[]
  readonly interval: CandleInterval
}

const columns = ['open', 'high', 'low', 'close', 'volume'] as const

/** The candles of the chart as a table, newest first. */
export const CandleTable = ({ caption, candles, interval }: Props) => {
  const t = useTranslations('tokens')
  const format = useFormat()
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
              {cellsOf(format, candle).map((text, index) => (
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

const cellsOf = (
  format: Format,
  { open, high, low, close, volume }: CandleView,
): readonly string[] => [
  ...[open, high, low, close].map((price) => format.price(price)),
  format.sum(volume),
]
