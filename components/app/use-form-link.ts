'use client'

import { useEffect, useRef } from 'react'
import { isLeaving, watchLeaving } from '@/lib/client/leaving'
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
  useEffect(watchLeaving, [])
  useEffect(() => {
    if (text === untouched.current) return
    untouched.current = undefined
    const write = () => (isLeaving() ? undefined : change(JSON.parse(text)))
    const timer = setTimeout(write, pauseMs)
    return () => clearTimeout(timer)
  }, [text, change])
}
