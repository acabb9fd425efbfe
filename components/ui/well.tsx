import type { ComponentProps } from 'react'
import { classNames } from './class-names'

type Props = ComponentProps<'div'> & {
  /** Whether the well shows the focus of its one bare field, or leaves that to what it holds. */
  readonly ring?: 'well' | 'content'
}

/** A sunken area inside a slip. */
export const Well = ({ ring = 'well', className, ...rest }: Props) => (
  <div
    data-slot="well"
    {...rest}
    className={classNames(
      'min-h-27 rounded-well bg-sunken p-4',
      ring === 'well' && 'well-ring',
      className,
    )}
  />
)
