'use client'

import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { moveOption } from './listbox-keys'
import { type ListboxSection, VirtualListbox } from './virtual-listbox'

type Props<T> = {
  /** The accessible name of field and list. */
  readonly label: string
  readonly placeholder?: string
  readonly query: string
  readonly onQueryChange: (query: string) => void
  readonly sections: readonly ListboxSection<T>[]
  /** A stable key; also tells which option is the selected one. */
  readonly keyOf: (option: T) => string
  readonly selectedKey?: string | undefined
  readonly onSelect: (option: T) => void
  readonly renderOption: (option: T) => ReactNode
  /** Buttons that stand beside an option, such as a star; they are no part of it. */
  readonly renderBeside: (option: T) => ReactNode
  /** Shown in place of the list when nothing matches. */
  readonly empty: ReactNode
  /** Between field and list, such as shortcuts to the common options. */
  readonly children?: ReactNode
}

/**
 * A search field over a list that stays open, by the WAI-ARIA combobox pattern: focus stays in
 * the field, arrows and page keys move the active option, Enter takes it, Escape is left to the
 * dialog around it. Filtering is the caller's. It fills the height that it is given; only the options in sight
 * are on the page, so there may be thousands.
 */
export const Combobox = <T,>(props: Props<T>) => {
  const { label, query, sections, keyOf, onSelect, ...parts } = props
  const id = useId()
  const [activeKey, setActiveKey] = useState<string>()
  const options = sections.flatMap((section) => section.options)
  // The active option is kept by its key: the list may change under the hand that moves in it.
  const found = options.findIndex((option) => keyOf(option) === activeKey)
  const active = found < 0 ? Math.min(0, options.length - 1) : found
  const keyAt = (index: number) => {
    const option = options[index]
    return option === undefined ? undefined : keyOf(option)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = moveOption({ active, count: options.length }, event.key)
    const chosen = options[active]
    if (next !== undefined) setActiveKey(keyAt(next))
    else if (event.key === 'Enter' && chosen !== undefined) onSelect(chosen)
    else return
    event.preventDefault()
  }

  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-3 left-3.5 size-5 text-ink-3"
        />
        <input
          type="text"
          role="combobox"
          data-autofocus=""
          aria-label={label}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={query}
          onChange={(event) => {
            setActiveKey(undefined)
            props.onQueryChange(event.target.value)
          }}
          onKeyDown={onKeyDown}
          className="min-h-11 w-full rounded-well border border-line-strong bg-surface pr-3.5 pl-11 -outline-offset-2 placeholder:text-ink-3 focus-visible:-outline-offset-2"
        />
      </div>
      {props.children}
      <VirtualListbox {...{ id, label, query, sections, keyOf, active, onSelect }} {...parts} />
      {options.length === 0 ? <div role="status">{props.empty}</div> : null}
    </div>
  )
}
