import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { valueLine } from '@/lib/client/portfolio/value-line'

/** Days from the first to the last value. */
const days = 7

/** The worth of today's tokens in the last seven days, oldest first. Takes the same room without values. */
export const ValueChart = ({ values }: { readonly values: readonly number[] }) => {
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
            ...{ first: format.usd(first), last: format.usd(last) },
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
      <p
        aria-hidden="true"
        className="numeric flex w-[calc(100%-5.5rem)] justify-between text-caption text-ink-2"
      >
        {[days, 5, 3, 1].map((ago) => (
          <span
            key={ago}
            className={`whitespace-nowrap ${ago === 5 || ago === 3 ? 'max-tab:hidden' : ''}`}
          >
            {t('chart.ago', { days: ago })}
          </span>
        ))}
      </p>
    </div>
  )
}
