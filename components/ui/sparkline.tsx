import { sparkChange, sparkPath } from '@/lib/client/tokens/spark-path'
import { type ChangeTone, changeTone } from '@/lib/core/format/number-text'

type Props = {
  /** Oldest first. */
  readonly values: readonly number[]
  /** What the line shows and how it moved, in words. */
  readonly label: string
}

const box = { width: 96, height: 28 }

const tones: Record<ChangeTone, string> = {
  up: 'text-up',
  down: 'text-danger',
  level: 'text-ink-3',
}

/** A line of a few values, coloured by its direction; takes the same room without values. */
export const Sparkline = ({ values, label }: Props) => {
  const line = sparkPath(values, box)
  const size = { viewBox: `0 0 ${box.width} ${box.height}`, ...box }
  if (line === '') return <svg {...size} aria-hidden="true" className="block" />
  return (
    <svg {...size} role="img" aria-label={label} className={`block ${toneOf(values)}`}>
      <path
        d={`${line}L${box.width} ${box.height}L0 ${box.height}Z`}
        fill="currentColor"
        fillOpacity="0.1"
      />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  )
}

const toneOf = (values: readonly number[]) => tones[changeTone(sparkChange(values) ?? 0)]
