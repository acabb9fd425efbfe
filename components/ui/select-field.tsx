import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names'

type Props = Omit<ComponentProps<'select'>, 'id'> & { readonly label: string }

/** A labelled list to choose one from; the browser's own, which knows long lists and small screens. */
export const SelectField = ({ label, className, children, ...rest }: Props) => {
  const id = useId()
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className="min-h-11 w-full min-w-0 rounded-well border border-line-strong bg-surface px-3 text-ink"
      >
        {children}
      </select>
    </div>
  )
}
