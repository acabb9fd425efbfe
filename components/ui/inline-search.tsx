'use client'

import { Search } from 'lucide-react'
import { classNames } from './class-names'
import { useTypedSearch } from './search-field'

type Props = {
  /** Accessible name. */
  readonly label: string
  readonly placeholder: string
  readonly className?: string
  readonly text: string
  /** Called once typing pauses. */
  readonly onChange: (text: string) => void
}

/** A search field in a row of filters: an icon instead of a label above. */
export const InlineSearch = ({ label, placeholder, className, text, onChange }: Props) => (
  <span className={classNames('relative inline-grid items-center', className)}>
    <Search
      aria-hidden="true"
      className="pointer-events-none absolute left-3.5 size-4 text-ink-2"
    />
    <input
      {...useTypedSearch({ text, onChange })}
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      // Phones zoom in on a field with smaller text.
      className="min-h-10 max-tab:min-h-11 w-full min-w-0 rounded-xl border border-line-strong bg-surface py-1 pr-3 pl-10 text-small text-ellipsis max-tab:text-body placeholder:text-ink-3"
    />
  </span>
)
