import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names'

type Props = Omit<ComponentProps<'select'>, 'id'> & {
  readonly label: string
  /** Shows the label to screen readers only. */
  readonly isLabelHidden?: boolean
}

/** A labelled native select, which handles long lists and small screens by itself. */
export const SelectField = (props: Props) => {
  const { label, isLabelHidden = false, className, children, ...rest } = props
  const id = useId()
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-small font-medium'}>
        {label}
      </label>
      <div className="relative grid">
        <select
          {...rest}
          id={id}
          className="w-full min-w-0 appearance-none truncate rounded-xl border border-line-strong bg-surface py-2.25 pr-10 pl-3.5 text-ink max-tab:min-h-11.5"
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute right-3.5 size-4 self-center"
        />
      </div>
    </div>
  )
}
