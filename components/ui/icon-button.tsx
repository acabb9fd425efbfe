import type { ComponentProps } from 'react'
import { classNames } from './class-names'

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Accessible name: the action. */
  readonly label: string
}

/** An icon in a 44 px square button. */
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
