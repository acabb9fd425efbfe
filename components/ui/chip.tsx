import type { ComponentProps } from 'react'
import { classNames } from './class-names'

type Props = ComponentProps<'button'> & {
  /** State of a toggle; omitted for a plain shortcut. */
  readonly pressed?: boolean
}

/** A button for filters and shortcuts: at least 32 px high with a 44 px hit area. */
export const Chip = ({ pressed, className, children, ...rest }: Props) => (
  <button
    type="button"
    aria-pressed={pressed}
    {...rest}
    className={classNames(
      'relative inline-flex min-h-8 items-center gap-1.5 rounded-xl border px-3 text-small font-medium',
      'transition-colors duration-200 before:absolute before:-inset-y-2.5 before:inset-x-0',
      pressed === true
        ? 'border-primary bg-primary-soft text-primary'
        : 'border-line-strong bg-surface text-ink hover:bg-sunken',
      className,
    )}
  >
    {children}
  </button>
)
