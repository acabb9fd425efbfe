import { useFormat } from '@/components/i18n/use-format'
import { type DayVolume, dayBars } from './day-bars'

type Props = {
  /** Accessible description of the chart. */
  readonly label: string
  /** Oldest first. */
  readonly days: readonly DayVolume[]
}

const height = 100
const step = 10
const gap = 2

/** A bar chart of daily volume and its eligible part. The table next to it has the same numbers. */
export const VolumeBars = ({ label, days }: Props) => (
  <div className="grid grid-cols-1 gap-1">
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * step} ${height}`}
      preserveAspectRatio="none"
      className="h-40 w-full tab:h-56"
    >
      {dayBars(days).map(({ day, volume, eligible }, index) => (
        <g key={day} transform={`translate(${index * step + gap / 2} 0)`}>
          <Bar part={volume} look="fill-line-strong" />
          <Bar part={eligible} look="fill-primary" />
        </g>
      ))}
      <rect y={height - 0.5} width="100%" height="0.5" className="fill-line" />
    </svg>
    <p aria-hidden="true" className="numeric flex justify-between text-label text-ink-2">
      <Day of={days[0]} />
      <Day of={days.at(-1)} />
    </p>
  </div>
)

const Day = ({ of: day }: { readonly of: DayVolume | undefined }) => {
  const format = useFormat()
  return <span>{day && format.day(day.day)}</span>
}

/** Small values keep a minimum height next to days that are a thousand times higher. */
const Bar = ({ part, look }: { readonly part: number; readonly look: string }) => {
  const tall = part > 0 ? Math.max(1, part * height) : 0
  return <rect y={height - tall} width={step - gap} height={tall} className={look} />
}
