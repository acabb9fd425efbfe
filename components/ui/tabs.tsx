'use client'

import { Tabs as Primitive } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** One tab; `count` is shown next to the label, `hasMore` marks it as a lower bound ("50+"). */
export type TabItem = {
  readonly value: string
  readonly label: string
  readonly count?: number
  readonly hasMore?: boolean
}

type Props = {
  /** Accessible name of the tab list. */
  readonly label: string
  readonly items: readonly TabItem[]
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** On the same line, at the end: filters. */
  readonly aside?: ReactNode
  /** One `TabPanel` per item. */
  readonly children: ReactNode
}

/** A bar of tabs above its panels; arrow keys move between the tabs. */
export const Tabs = ({ label, items, value, onValueChange, aside, children }: Props) => {
  const list = useScrollIntoView(value)
  useScrollFade(list)
  return (
    <Primitive.Root value={value} onValueChange={onValueChange}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Primitive.List
          ref={list}
          aria-label={label}
          className="scroll-fade relative flex max-w-full gap-1 overflow-x-auto rounded-xl bg-sunken p-1 [scrollbar-width:none]"
        >
          {items.map((item) => (
            <Primitive.Trigger
              key={item.value}
              value={item.value}
              className="inline-flex min-h-8 max-tab:min-h-11 items-center gap-2 rounded-lg px-3 text-small font-medium whitespace-nowrap text-ink-2 -outline-offset-2 focus-visible:-outline-offset-2 transition-colors duration-120 hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink"
            >
              {item.label}
              {item.count === undefined ? null : (
                <span className="numeric text-label font-normal text-ink-2">
                  {item.hasMore ? `${item.count}+` : item.count}
                </span>
              )}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {aside}
      </div>
      {children}
    </Primitive.Root>
  )
}

/** Scrolls the selected tab into view if not all tabs fit. */
function useScrollIntoView(value: string) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = ref.current
    const tab = list?.querySelector<HTMLElement>(`[id$="-trigger-${value}"]`)
    if (list && tab) list.scrollLeft = tab.offsetLeft + (tab.offsetWidth - list.clientWidth) / 2
  }, [value])
  return ref
}

type PanelProps = { readonly value: string; readonly children: ReactNode }

/** The panel of the tab with the same value. */
export const TabPanel = ({ value, children }: PanelProps) => (
  <Primitive.Content value={value} className="pt-4">
    {children}
  </Primitive.Content>
)

/** Smaller scroll distances are rounding errors. */
const slackPx = 2

/** Sets `data-more` on a horizontally scrolling row to the sides with hidden content, for the `scroll-fade` class. */
function useScrollFade(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = row
      const sides = [
        scrollLeft > slackPx && 'start',
        scrollWidth - clientWidth - scrollLeft > slackPx && 'end',
      ]
      row.dataset.more = sides.filter(Boolean).join(' ')
    }
    const observer = new ResizeObserver(update)
    observer.observe(row)
    for (const child of row.children) observer.observe(child)
    row.addEventListener('scroll', update, { passive: true })
    update()
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', update)
    }
  }, [ref])
}
