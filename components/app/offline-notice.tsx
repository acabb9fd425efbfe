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

/** Returns whether a click or a submit navigates to another page of this site. */
function leadsAway(target: EventTarget | null): boolean {
  if (target instanceof HTMLFormElement) return target.hasAttribute('action')
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return false
  return link.hash === '' || link.pathname !== location.pathname
}

/** Otherwise the browser replaces the page by its own error page, and the state is lost. */
function stay(event: Event): void {
  if (navigator.onLine || !leadsAway(event.target)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Shows that the browser is offline, and blocks navigation until it is online again. Does not shift the layout. */
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
