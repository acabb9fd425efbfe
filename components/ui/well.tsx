import type { ComponentProps } from 'react'
import { classNames } from './class-names'

type Props = ComponentProps<'div'> & {
  /** Whether the well draws the focus ring of its single field, or its content draws its own. */
  readonly ring?: 'well' | 'content'
}

/** A recessed area inside a slip. */
export const Well = ({ ring = 'well', className, ...rest }: Props) => (
  <div
    data-slot="well"
    {...rest}
    className={classNames(
      'min-h-27 rounded-well bg-well p-4',
      ring === 'well' && 'well-ring',
      className,
    )}
  />
)
