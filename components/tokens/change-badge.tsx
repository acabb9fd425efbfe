import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { useFormat } from '@/components/i18n/use-format'

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
  const text = format.change(ratio)
  const isLevel = text.startsWith('0')
  const Arrow = isLevel ? ArrowRight : ratio > 1 ? ArrowUpRight : ArrowDownRight
  const tone = isLevel ? 'text-ink-2' : ratio > 1 ? 'text-primary' : 'text-danger'
  return (
    <span className={`numeric inline-flex items-baseline gap-1 text-small font-medium ${tone}`}>
      <Arrow aria-hidden="true" className="size-4 self-center" />
      {text}
      <span className="sr-only"> {words}</span>
    </span>
  )
}
