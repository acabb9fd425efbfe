'use client'

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Milliseconds of visibility after which an element counts as seen. */
const seenMs = 1_000

/**
 * Calls back once after an element was visible for a second in a focused page; without a callback it is not observed.
 */
export function useSeen<T extends Element>(onSeen: (() => void) | undefined): RefObject<T | null> {
  const ref = useRef<T>(null)
  const isWatched = onSeen !== undefined
  const tell = useEffectEvent(() => onSeen?.())
  useEffect(() => {
    const element = ref.current
    if (!element || !isWatched) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => (document.hidden ? wait() : tell()), seenMs)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        if (entries.at(-1)?.isIntersecting) wait()
      },
      { threshold: 0.6 },
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isWatched])
  return ref
}
