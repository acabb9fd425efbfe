'use client'

import { type ReactNode, useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says on every page that the browser is offline, for as long as it is; moves nothing on the page. */
export const OfflineNotice = ({ children }: { readonly children: ReactNode }) => {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-40">
      {isOnline ? null : (
        <p className="bg-ink px-4 py-2 text-center text-small text-bg shadow-card">{children}</p>
      )}
    </div>
  )
}
