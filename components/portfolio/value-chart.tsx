import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { valueLine } from '@/lib/client/portfolio/value-line'

type Props = {
  /** Oldest first. */
  readonly values: readonly number[]
  readonly range: '1W' | '1M' | '1Y'
  /** Time of the first value in Unix seconds; undefined: seven days ago. */
  readonly from: number | undefined
  /** Whether the prices begin later than the range. */
  readonly isShort: boolean
}

/** The worth of today's tokens in a range of time. Takes the same room without values. */
export const ValueChart = ({ values, range, from, isShort }: Props) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const line = valueLine(values)
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (!line) {
    return (
      <p className="grid min-h-56 place-items-center text-small text-ink-2">{t('chart.none')}</p>
    )
  }
  return (
    <div className="grid min-h-56 grid-rows-[1fr_auto] gap-2">
      <div className="relative">
        <svg
          role="img"
          aria-label={t('chart.label', {
            ...{ range, first: format.usd(first), last: format.usd(last) },
            ...{ low: format.usd(low), high: format.usd(high) },
          })}
          viewBox="0 0 1 1"
          preserveAspectRatio="none"
          className="absolute inset-y-0 left-0 h-full w-[calc(100%-5.5rem)] overflow-visible text-primary"
        >
          {line.ticks.map(({ value, y }) => (
            <path
              key={value}
              d={`M0 ${y}H1`}
              vectorEffect="non-scaling-stroke"
              className="stroke-hair"
            />
          ))}
          <path d={`${line.path}L1 1L0 1Z`} fill="currentColor" fillOpacity="0.1" />
          <path
            d={`M0 ${line.last}H1`}
            vectorEffect="non-scaling-stroke"
            strokeDasharray="2 3"
            className="stroke-line-strong"
          />
          <path
            d={line.path}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <div aria-hidden="true" className="numeric text-caption text-ink-2">
          {line.ticks
            .filter(({ y }) => Math.abs(y - line.last) > 0.1)
            .map(({ value, y }) => (
              <span
                key={value}
                style={{ top: `${y * 100}%` }}
                className="absolute right-0 -translate-y-1/2"
              >
                {format.roundUsd(Math.round(value))}
              </span>
            ))}
          <span
            style={{ top: `${line.last * 100}%` }}
            className="absolute right-0 -translate-y-1/2 rounded-md bg-primary px-1.5 py-0.5 font-medium text-on-primary"
          >
            {format.roundUsd(Math.round(last))}
          </span>
        </div>
      </div>
      <Times from={from} />
      <p className="text-label text-ink-2">
        {t('chart.about')}
        {isShort && from !== undefined
          ? ` ${t('chart.short', { day: format.day(new Date(from * 1_000)) })}`
          : null}
      </p>
    </div>
  )
}

/** Where the ticks are, as parts of the span: at whole days in a week. */
const weekParts = [0, 2 / 7, 4 / 7, 6 / 7]
const parts = [0, 0.3, 0.6, 0.9]

const weekMs = 7 * 86_400_000

/** In a shorter span, days alone would repeat. */
const fewDaysMs = 4 * 86_400_000

/** Days below the curve, each beginning at its place; times in a short span. */
const Times = ({ from }: Pick<Props, 'from'>) => {
  const format = useFormat()
  const now = new Date()
  const fromMs = from === undefined ? now.getTime() - weekMs : from * 1_000
  const spanMs = now.getTime() - fromMs
  const isShort = spanMs < fewDaysMs
  const ticks = (from === undefined ? weekParts : parts).map((place) => {
    const time = new Date(fromMs + place * spanMs)
    const text = isShort ? format.local(time, now) : format.localShortDay(time, now)
    return { place, text }
  })
  return (
    <p
      aria-hidden="true"
      className="numeric relative h-5 w-[calc(100%-5.5rem)] text-caption text-ink-2"
    >
      {ticks.map(({ place, text }, index) => (
        <span
          key={text}
          style={{ left: `${place * 100}%` }}
          className={`absolute whitespace-nowrap ${index % 2 === 1 ? 'max-tab:hidden' : ''}`}
        >
          {text}
        </span>
      ))}
    </p>
  )
}
