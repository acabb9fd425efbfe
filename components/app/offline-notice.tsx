'use client'

import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether what was pressed or sent leads to another page of ours. */
function leadsAway(target: EventTarget | null): boolean {
  if (target instanceof HTMLFormElement) return target.hasAttribute('action')
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return false
  return link.hash === '' || link.pathname !== location.pathname
}

/** The browser would show an error of its own in place of the page, and of all that it holds. */
function stay(event: Event): void {
  if (navigator.onLine || !leadsAway(event.target)) return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Says on every page that the browser is offline, for as long as it is, and keeps it on the page until then; moves
 * nothing on the page.
 */
export const OfflineNotice = ({ children }: { readonly children: ReactNode }) => {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    const ways = ['click', 'submit'] as const
    for (const way of ways) document.addEventListener(way, stay, true)
    return () => {
      for (const way of ways) document.removeEventListener(way, stay, true)
    }
  }, [])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-40">
      {isOnline ? null : (
        <p className="bg-ink px-4 py-2 text-center text-small text-bg shadow-card">{children}</p>
      )}
    </div>
  )
}
