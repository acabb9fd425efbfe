'use client'

import { type RefObject, useEffect } from 'react'

/** Smaller scroll distances are rounding errors. */
const slackPx = 2

/** Sets `data-more` on a horizontally scrolling row to the sides with hidden content, for the `scroll-fade` class. */
export function useScrollFade(ref: RefObject<HTMLElement | null>): void {
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
