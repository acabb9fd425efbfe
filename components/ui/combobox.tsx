'use client'

import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { moveOption } from './listbox-keys'
import { ListboxOption } from './listbox-option'

type Props<T> = {
  /** The accessible name of field and list. */
  readonly label: string
  readonly placeholder?: string
  readonly query: string
  readonly onQueryChange: (query: string) => void
  readonly options: readonly T[]
  /** A stable key; also tells which option is the selected one. */
  readonly keyOf: (option: T) => string
  readonly selectedKey?: string | undefined
  readonly onSelect: (option: T) => void
  readonly renderOption: (option: T) => ReactNode
  /** Shown in place of the list when nothing matches. */
  readonly empty: ReactNode
  /** Between field and list, such as shortcuts to the common options. */
  readonly children?: ReactNode
}

/**
 * A search field over a list that stays open, by the WAI-ARIA combobox pattern: focus stays in
 * the field, arrows and page keys move the active option, Enter takes it, Escape is left to the
 * dialog around it. Filtering is the caller's.
 */
export const Combobox = <T,>(props: Props<T>) => {
  const { label, query, options, keyOf, onSelect } = props
  const id = useId()
  const [active, setActive] = useState(0)
  const listRef = useRef<HTMLDivElement>(null)
  const current = Math.min(active, options.length - 1)

  useEffect(() => {
    listRef.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = moveOption({ active: current, count: options.length }, event.key)
    const chosen = options[current]
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter' && chosen !== undefined) onSelect(chosen)
    else return
    event.preventDefault()
  }

  return (
    <div className="grid gap-3">
      <div className="sticky top-0 z-10 bg-surface pb-1">
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
          aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={query}
          onChange={(event) => {
            setActive(0)
            props.onQueryChange(event.target.value)
          }}
          onKeyDown={onKeyDown}
          className="min-h-11 w-full rounded-well border border-line-strong bg-surface pr-3.5 pl-11 -outline-offset-2 placeholder:text-ink-3 focus-visible:-outline-offset-2"
        />
      </div>
      {props.children}
      <div id={`${id}-list`} ref={listRef} role="listbox" aria-label={label} className="-mx-2">
        {options.map((option, index) => (
          <ListboxOption
            key={keyOf(option)}
            id={`${id}-${index}`}
            active={index === current}
            selected={keyOf(option) === props.selectedKey}
            onSelect={() => onSelect(option)}
          >
            {props.renderOption(option)}
          </ListboxOption>
        ))}
      </div>
      {options.length === 0 ? <div role="status">{props.empty}</div> : null}
    </div>
  )
}
