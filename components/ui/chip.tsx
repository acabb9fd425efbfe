import type { ComponentProps } from 'react'
import { classNames } from './class-names'

type Props = ComponentProps<'button'> & {
  /** Set for a filter that is on or off; left out for a plain shortcut. */
  readonly pressed?: boolean
}

/** A pill that filters or fills in; at least 32 px high, 44 px where the finger lands. */
export const Chip = ({ pressed, className, children, ...rest }: Props) => (
  <button
    type="button"
    aria-pressed={pressed}
    {...rest}
    className={classNames(
      'relative inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-small font-medium',
      'transition-colors duration-200 before:absolute before:-inset-y-1.5 before:inset-x-0',
      pressed === true
        ? 'border-primary bg-primary-soft text-primary'
        : 'border-line-strong bg-surface text-ink hover:bg-sunken',
      className,
    )}
  >
    {children}
  </button>
)
