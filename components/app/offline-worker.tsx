'use client'

import { useEffect } from 'react'
import { registerWorker } from '@/lib/client/register-worker'

/** Has the browser keep the page for the time without a connection, once this one is loaded. */
export const OfflineWorker = () => {
  useEffect(() => {
    // Loading comes first: the worker fetches the page that it keeps.
    const register = () => setTimeout(() => void registerWorker().catch(() => undefined), delayMs)
    if (document.readyState === 'complete') {
      const timer = register()
      return () => clearTimeout(timer)
    }
    addEventListener('load', register, { once: true })
    return () => removeEventListener('load', register)
  }, [])
  return null
}

const delayMs = 3_000
