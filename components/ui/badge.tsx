import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** Semantic colour of a badge. */
export type Tone = 'neutral' | 'primary' | 'surplus' | 'danger' | 'warn' | 'info'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-2',
  primary: 'bg-primary-soft text-primary',
  surplus: 'bg-surplus-soft text-surplus',
  danger: 'bg-danger-soft text-danger',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
}

type Props = { readonly tone?: Tone; readonly children: ReactNode }

/** A short label for an adjacent item. The text carries the meaning; the tone only supports it. */
export const Badge = ({ tone = 'neutral', children }: Props) => (
  <span
    data-slot="badge"
    className={classNames(
      'inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 text-label font-medium',
      tones[tone],
    )}
  >
    {children}
  </span>
)
