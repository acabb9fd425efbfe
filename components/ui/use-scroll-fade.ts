'use client'

import { type RefObject, useEffect } from 'react'

/** Less than this is no more to scroll to, but rounding. */
const slackPx = 2

/** Says on a row that scrolls sideways, by `data-more`, on which sides there is more of it; `scroll-fade` shows it. */
export function useScrollFade(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = row
      const sides = [
        scrollLeft > slackPx && 'start',
        scrollWidth - clientWidth - scrollLeft > slackPx && 'end',
      ]
      row.dataset.more = sides.filter(Boolean).join(' ')
    }
    const observer = new ResizeObserver(look)
    observer.observe(row)
    for (const child of row.children) observer.observe(child)
    row.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', look)
    }
  }, [ref])
}
