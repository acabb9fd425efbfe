import type { ComponentProps } from 'react'
import { classNames } from './class-names'

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name: what pressing does. */
  readonly label: string
}

/** A 44 px square hit area around an icon. */
export const IconButton = ({ label, className, children, ...rest }: Props) => (
  <button
    type="button"
    aria-label={label}
    {...rest}
    className={classNames(
      'relative inline-grid size-11 shrink-0 place-items-center rounded-full text-ink-2',
      'transition-colors duration-120 hover:bg-sunken hover:text-ink',
      className,
    )}
  >
    {children}
  </button>
)
