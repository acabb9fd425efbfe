import { Check, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** Semantic colour of a badge. */
export type Tone = 'neutral' | 'primary' | 'surplus' | 'danger' | 'warn' | 'info'

const tones: Record<Tone, string> = {
  neutral: 'bg-chosen text-ink-2',
  primary: 'bg-primary-soft text-primary',
  surplus: 'bg-surplus-soft text-surplus',
  danger: 'bg-danger-soft text-danger',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
}

/** What stands in front of the word: `live` is a dot that pulses. */
export type BadgeSign = 'live' | 'dot' | 'check' | 'pen'

type Props = {
  readonly tone?: Tone
  readonly sign?: BadgeSign | undefined
  readonly children: ReactNode
}

/** A short label for an adjacent item: flat, without an edge. The text carries the meaning; tone and sign support it. */
export const Badge = ({ tone = 'neutral', sign, children }: Props) => (
  <span
    data-slot="badge"
    className={classNames(
      'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 text-label font-medium',
      tones[tone],
    )}
  >
    {sign === undefined ? null : <Sign sign={sign} />}
    {children}
  </span>
)

const Sign = ({ sign }: { readonly sign: BadgeSign }) => {
  if (sign === 'check') return <Check aria-hidden="true" className="size-3.5" strokeWidth={2.5} />
  if (sign === 'pen') return <PenLine aria-hidden="true" className="size-3.5" strokeWidth={2.25} />
  return (
    <span aria-hidden="true" className="relative grid size-3 place-items-center">
      {sign === 'live' ? (
        <span className="absolute inset-0 animate-pulse-flat rounded-full bg-current opacity-30" />
      ) : null}
      <span className="size-1.5 rounded-full bg-current" />
    </span>
  )
}
