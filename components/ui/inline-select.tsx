import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names'

type Props = Omit<ComponentProps<'select'>, 'aria-label'> & {
  /** Accessible name: the options say what is selected. */
  readonly label: string
  readonly icon?: LucideIcon
}

/** A native select as a chip in a row of filters. */
export const InlineSelect = ({ label, icon: Icon, className, ...rest }: Props) => (
  <span className="relative inline-grid shrink-0 items-center">
    {Icon ? (
      <Icon aria-hidden="true" className="pointer-events-none absolute left-3 size-4 text-ink-2" />
    ) : null}
    <select
      {...rest}
      aria-label={label}
      className={classNames(
        'min-h-10 max-tab:min-h-11 appearance-none rounded-xl border border-line-strong bg-surface py-1 pr-9 text-small font-medium text-ink hover:bg-well',
        Icon ? 'pl-9' : 'pl-3.5',
        className,
      )}
    />
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute right-3 size-4 text-ink-2"
    />
  </span>
)
