'use client'

import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { Check } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useMemo, useRef } from 'react'
import { classNames } from './class-names'

/** A group of options; `title` may be omitted for a single section. */
export type ListboxSection<T> = {
  readonly key: string
  readonly title?: string | undefined
  readonly options: readonly T[]
}

type Props<T> = {
  /** Element ids: options `<id>-<index>`, the list `<id>-list`. */
  readonly id: string
  readonly label: string
  /** The search text; a change scrolls to the top. */
  readonly query: string
  readonly sections: readonly ListboxSection<T>[]
  readonly keyOf: (option: T) => string
  readonly selectedKey?: string | undefined
  /** Index of the active option; -1 if there is none. */
  readonly active: number
  readonly onSelect: (option: T) => void
  readonly renderOption: (option: T) => ReactNode
  readonly renderAction?: (option: T) => ReactNode
}

type Row<T> =
  | { readonly key: string; readonly section: number; readonly title: string }
  | {
      readonly key: string
      readonly section: number
      readonly option: T
      /** Index among all options. */
      readonly index: number
    }

/** Pixels; estimates that the first render corrects by measuring. */
const titleHeight = 36
const optionHeight = 60

/** Flattens sections into title and option rows. */
function rowsOf<T>(
  sections: readonly ListboxSection<T>[],
  keyOf: (option: T) => string,
): readonly Row<T>[] {
  let index = 0
  return sections.flatMap(({ key, title, options }, section): readonly Row<T>[] => [
    ...(title === undefined ? [] : [{ key: `section ${key}`, section, title }]),
    ...options.map((option) => ({ key: keyOf(option), section, option, index: index++ })),
  ])
}

/**
 * A virtualised listbox: only visible options and the active one are in the DOM. Focus stays in the controlling field.
 * Buttons next to the options are in a separate layer, because ARIA options must not contain interactive elements.
 */
export const VirtualListbox = <T,>(props: Props<T>) => {
  const { id, label, query, sections, keyOf, active, renderAction } = props
  const scrollRef = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal options have equal keys.
  const rows = useMemo(() => rowsOf(sections, keyOf), [sections])
  const activeRow = rows.findIndex((row) => 'option' in row && row.index === active)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (index) => (rows[index] && 'title' in rows[index] ? titleHeight : optionHeight),
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range)
      if (activeRow < 0 || activeRow >= range.count || visible.includes(activeRow)) return visible
      return [...visible, activeRow].sort((a, b) => a - b)
    },
    overscan: 3,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search scrolls to the top.
  useEffect(() => virtual.scrollToOffset(0), [query, virtual])
  useEffect(() => {
    // For the first option, scroll to its section title too.
    if (active <= 0) virtual.scrollToOffset(0)
    else virtual.scrollToIndex(activeRow)
  }, [active, activeRow, virtual])

  const items = virtual.getVirtualItems()
  const count = rows.reduce((total, row) => ('option' in row ? row.index + 1 : total), 0)
  const shown = { rows, count, measure: virtual.measureElement }
  return (
    <div
      ref={scrollRef}
      className={count === 0 ? 'hidden' : '-mx-2 min-h-0 flex-1 overflow-y-auto overscroll-contain'}
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {sections.map(({ key, title }, section) => (
            <Section key={key} title={title}>
              <Rows
                {...props}
                {...shown}
                items={items.filter(({ index }) => rows[index]?.section === section)}
              />
            </Section>
          ))}
        </div>
        {items.map((item) => {
          const row = rows[item.index]
          return row && 'option' in row && renderAction ? (
            <div
              key={row.key}
              className="absolute top-0 right-2 flex items-center"
              style={{ ...placeOf(item), height: item.size }}
            >
              {renderAction(row.option)}
            </div>
          ) : null
        })}
      </div>
    </div>
  )
}

type SectionProps = { readonly title: string | undefined; readonly children: ReactNode }

const Section = ({ title, children }: SectionProps) =>
  title === undefined ? (
    children
  ) : (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls.
    <div role="group" aria-label={title}>
      {children}
    </div>
  )

const placeOf = ({ start }: VirtualItem) => ({ transform: `translateY(${start}px)` })

type RowsProps<T> = Pick<
  Props<T>,
  'id' | 'keyOf' | 'selectedKey' | 'active' | 'onSelect' | 'renderOption'
> & {
  readonly rows: readonly Row<T>[]
  readonly items: readonly VirtualItem[]
  /** Total number of options. */
  readonly count: number
  readonly measure: Ref<HTMLDivElement>
}

const Rows = <T,>({ rows, items, count, measure, ...props }: RowsProps<T>) =>
  items.map((item) => {
    const row = rows[item.index]
    if (!row) return null
    const place = { 'data-index': item.index, style: placeOf(item), ref: measure }
    return 'title' in row ? (
      <div
        key={row.key}
        {...place}
        aria-hidden="true"
        className="absolute inset-x-0 top-0 px-5 pt-3 pb-1 text-label text-ink-2"
      >
        {row.title}
      </div>
    ) : (
      <div key={row.key} {...place} role="presentation" className="absolute inset-x-2 top-0">
        <ListboxOption
          id={`${props.id}-${row.index}`}
          place={{ position: row.index + 1, count }}
          active={row.index === props.active}
          selected={row.key === props.selectedKey}
          onSelect={() => props.onSelect(row.option)}
        >
          {props.renderOption(row.option)}
        </ListboxOption>
      </div>
    )
  })

type OptionProps = {
  readonly id: string
  /** 1-based position among all options, for a virtualised list that renders only some of them. */
  readonly place: { readonly position: number; readonly count: number }
  /** Whether it is the active descendant. */
  readonly active: boolean
  /** Whether it is the current selection. */
  readonly selected: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

/**
 * One row of a listbox: a leading disc that carries the selection mark, and space for a button at the end.
 * No tab stop: focus stays in the controlling field.
 */
const ListboxOption = ({ id, place, active, selected, onSelect, children }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys.
  // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant marks the active option.
  <div
    id={id}
    role="option"
    aria-selected={selected}
    aria-posinset={place.position}
    aria-setsize={place.count}
    onClick={onSelect}
    onMouseDown={(event) => event.preventDefault()}
    className={classNames(
      'relative flex min-h-15 items-center gap-3 rounded-well pr-13 pl-3 hover:bg-sunken',
      // The outline becomes visible in forced-colors mode.
      active &&
        'bg-sunken shadow-[inset_3px_0_0_var(--primary)] outline-2 -outline-offset-2 outline-transparent',
    )}
  >
    <div className="min-w-0 flex-1">{children}</div>
    {selected ? (
      <span className="absolute bottom-2 left-9 grid size-5 place-items-center rounded-full border-2 border-surface bg-primary text-on-primary">
        <Check aria-hidden="true" className="size-3" strokeWidth={3} />
      </span>
    ) : null}
  </div>
)
