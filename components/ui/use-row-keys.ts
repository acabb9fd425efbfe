'use client'

import { type KeyboardEvent, useCallback } from 'react'
import { rowAfterKey } from './row-keys'

/** Fields and menus use these keys themselves. */
const ownKeys = 'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"]'

/**
 * Returns the key handler of a list of rows. It acts only while the focus is inside the list, so that dictation and
 * typing trigger nothing: J, K and the arrows move between rows, X selects, Escape calls `onEscape`. A row is a
 * `[data-row]`; inside it `[data-open]` takes the focus, and `[data-select]` is its checkbox. Enter opens natively.
 */
export function useRowKeys(onEscape?: () => void) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const { key, target, currentTarget: list } = event
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      if (!(target instanceof HTMLElement) || target.closest(ownKeys)) return
      const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
      const index = rows.findIndex((row) => row.contains(target))
      if (key === 'Escape') onEscape?.()
      if (key === 'x') rows[index]?.querySelector<HTMLElement>('[data-select]')?.click()
      const next = rowAfterKey({ index, count: rows.length }, key)
      if (next === undefined) return
      event.preventDefault()
      rows[next]?.querySelector<HTMLElement>('[data-open]')?.focus()
    },
    [onEscape],
  )
}
