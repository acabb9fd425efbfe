import type { ComponentProps } from 'react'
import { classNames } from './class-names'

/** A sunken area inside a slip; shows the focus ring of whatever field it holds. */
export const Well = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div
    data-slot="well"
    {...rest}
    className={classNames('well-ring min-h-27 rounded-well bg-sunken p-4', className)}
  />
)
