import type { ReactNode } from 'react'
import { classNames } from './class-names'

type Props = {
  /** Accessible name: the measured quantity. */
  readonly label: string
  /** Remaining fraction, 0 to 1. */
  readonly left: number
  /** `large` has space for text in the middle, `tiny` stands beside a text. */
  readonly size?: 'tiny' | 'small' | 'large'
  readonly children?: ReactNode
}

const sizes = { tiny: 'size-3.5', small: 'size-6', large: 'size-28' }

/** A ring that empties clockwise, in whole percents: updating once per second is enough. */
export const ProgressRing = ({ label, left, size = 'small', children }: Props) => {
  const width = size === 'tiny' ? 5 : 2
  const percent = Math.round(Math.min(1, Math.max(0, left)) * 100)
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      className={classNames(
        'relative inline-grid shrink-0 place-items-center text-ink-2',
        sizes[size],
      )}
    >
      <svg
        viewBox="0 0 32 32"
        fill="none"
        aria-hidden="true"
        className="absolute inset-0 -rotate-90"
      >
        <circle cx="16" cy="16" r="13.5" strokeWidth={width} className="stroke-line" />
        <circle
          cx="16"
          cy="16"
          r="13.5"
          strokeWidth={width}
          pathLength="100"
          strokeDasharray={`${percent} 100`}
          className="stroke-primary transition-[stroke-dasharray] duration-1000 ease-linear"
        />
      </svg>
      {children}
    </span>
  )
}
