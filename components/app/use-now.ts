'use client'

import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

/** One shared timer for everything that counts seconds. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns this machine's time in milliseconds, updated every second; 0 on the server. */
export const useNow = (): number => useClock((nowMs) => nowMs)

/** Derives a value from this machine's clock every second; renders only when it changes. The clock is 0 on the server. */
export function useClock<Read extends number | string | boolean | undefined>(
  read: (nowMs: number) => Read,
): Read {
  return useSyncExternalStore(
    subscribe,
    () => read(now),
    () => read(0),
  )
}
