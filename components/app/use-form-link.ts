'use client'

import { useEffect, useRef } from 'react'
import { useSearchState } from './use-search-state'

/** Browsers limit the rate of history changes. */
const pauseMs = 400

/**
 * Mirrors the form's state in the page's address once the user has changed it, omitting empty parameters. An untouched
 * form leaves the address alone.
 */
export function useFormLink(members: Readonly<Record<string, string>>): void {
  const { change } = useSearchState()
  const text = JSON.stringify(members)
  const untouched = useRef<string | undefined>(text)
  useEffect(watchNavigation, [])
  useEffect(() => {
    if (text === untouched.current) return
    untouched.current = undefined
    const write = () => (isNavigating() ? undefined : change(JSON.parse(text)))
    const timer = setTimeout(write, pauseMs)
    return () => clearTimeout(timer)
  }, [text, change])
}

/** Milliseconds after which a navigation counts as abandoned. */
const maxNavigationMs = 10_000

/** When the last navigation began, by the page's clock. */
let navigationStartMs: number | undefined

/** Tracks clicks on links to other pages of this origin; returns a function that stops it. */
function watchNavigation(): () => void {
  addEventListener('click', onClick, { capture: true })
  return () => {
    removeEventListener('click', onClick, { capture: true })
    navigationStartMs = undefined
  }
}

/**
 * Returns whether a navigation is pending. The router abandons it if the address changes meanwhile, so nothing may
 * write to the address then.
 */
function isNavigating(): boolean {
  return navigationStartMs !== undefined && performance.now() - navigationStartMs < maxNavigationMs
}

function onClick({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a') : null
  const isElsewhere = button !== 0 || metaKey || ctrlKey || shiftKey || altKey
  if (!link || isElsewhere || link.target !== '' || link.origin !== location.origin) return
  if (link.pathname !== location.pathname) navigationStartMs = performance.now()
}
