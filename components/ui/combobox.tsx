'use client'

import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { moveOption } from './listbox-keys'
import { type ListboxSection, VirtualListbox } from './virtual-listbox'

type Props<T> = {
  /** Accessible name of field and list. */
  readonly label: string
  readonly placeholder?: string
  readonly query: string
  readonly onQueryChange: (query: string) => void
  readonly sections: readonly ListboxSection<T>[]
  /** Returns a stable key; compared with `selectedKey`. */
  readonly keyOf: (option: T) => string
  /** Whether a touch device opens its keyboard at once: for lists that are empty without a text. */
  readonly isForTyping?: boolean
  readonly selectedKey?: string | undefined
  readonly onSelect: (option: T) => void
  readonly renderOption: (option: T) => ReactNode
  /** Buttons next to an option, such as a star; not part of the option itself. */
  readonly renderAction?: (option: T) => ReactNode
  /** Shown instead of the list when nothing matches. */
  readonly empty: ReactNode
  /** Content between field and list, such as shortcuts to common options. */
  readonly children?: ReactNode
}

/**
 * A search field over an always open list, following the WAI-ARIA combobox pattern. Focus stays in the field,
 * arrow and page keys move the active option, Enter selects it, Escape is left to the surrounding dialog.
 * The caller filters. The list fills the available height and is virtualised, so thousands of options are fine.
 */
export const Combobox = <T,>(props: Props<T>) => {
  const { label, query, sections, keyOf, isForTyping = false, onSelect, ...parts } = props
  const id = useId()
  const [activeKey, setActiveKey] = useState<string>()
  const options = sections.flatMap((section) => section.options)
  // Track the active option by key: the list may change during keyboard navigation.
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
          data-autofocus={isForTyping ? 'typing' : ''}
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
          className="min-h-11 w-full rounded-xl border border-line-strong bg-surface pr-3.5 pl-11 -outline-offset-2 placeholder:text-ink-3 focus-visible:-outline-offset-2"
        />
      </div>
      {props.children}
      <VirtualListbox {...{ id, label, query, sections, keyOf, active, onSelect }} {...parts} />
      {options.length === 0 ? <div role="status">{props.empty}</div> : null}
    </div>
  )
}
