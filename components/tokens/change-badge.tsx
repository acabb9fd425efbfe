import { useFormat } from '@/components/i18n/use-format'
import { type ChangeTone, changeTone } from '@/lib/core/format/number-text'

const tones: Record<ChangeTone, string> = {
  up: 'text-up',
  down: 'text-danger',
  level: 'text-ink-2',
}

type Props = {
  /** As a fraction of the old value; undefined: not known. */
  readonly change: number | undefined
  /** The period, such as "in 24 hours"; for screen readers only. */
  readonly words: string
}

/** A price change. Its sign says the direction, so colour carries no meaning alone. */
export const ChangeBadge = ({ change, words }: Props) => {
  const format = useFormat()
  const tone = change === undefined ? 'text-ink-2' : tones[changeTone(change)]
  return (
    <span className={`numeric text-small font-medium ${tone}`}>
      {format.change(change)}
      <span className="sr-only"> {words}</span>
    </span>
  )
}
