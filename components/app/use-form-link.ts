'use client'

import { useEffect, useRef } from 'react'
import { isLeaving, watchLeaving } from '@/lib/client/leaving'
import { useSearchState } from './use-search-state'

/** Browsers refuse to change the address with each keystroke. */
const pauseMs = 400

/**
 * Keeps what a form says in the page's address once it has been changed, so that a link leads back to it; empty
 * members are left out. A form that nobody has touched leaves the address as it is.
 */
export function useFormLink(members: Readonly<Record<string, string>>): void {
  const { change } = useSearchState()
  const text = JSON.stringify(members)
  const untouched = useRef<string | undefined>(text)
  useEffect(watchLeaving, [])
  useEffect(() => {
    if (text === untouched.current) return
    untouched.current = undefined
    const write = () => (isLeaving() ? undefined : change(JSON.parse(text)))
    const timer = setTimeout(write, pauseMs)
    return () => clearTimeout(timer)
  }, [text, change])
}
