import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { useFormat } from '@/components/i18n/use-format'
import { changeTone } from '@/lib/core/format/number-text'

const looks = {
  up: [ArrowUpRight, 'text-primary'],
  down: [ArrowDownRight, 'text-danger'],
  level: [ArrowRight, 'text-ink-2'],
} as const

/** A price change as arrow, sign and number, so that colour carries no meaning alone. */
export const ChangeBadge = ({
  ratio,
  words,
}: {
  readonly ratio: number
  /** The period, such as "in 24 hours"; for screen readers only. */
  readonly words: string
}) => {
  const format = useFormat()
  const [Arrow, tone] = looks[changeTone(ratio - 1)]
  return (
    <span className={`numeric inline-flex items-baseline gap-1 text-small font-medium ${tone}`}>
      <Arrow aria-hidden="true" className="size-4 self-center" />
      {format.change(ratio - 1)}
      <span className="sr-only"> {words}</span>
    </span>
  )
}
