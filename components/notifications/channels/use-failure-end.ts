'use client'

import { useEffect } from 'react'
import { ApiError } from '@/lib/client/request'

type Asked = { readonly error: Error | null; readonly reset: () => void }

/**
 * Takes back why something was not done once that is no longer so: after the time that the service asked to wait, and
 * when what it wanted first has come about, `isMended`.
 */
export function useFailureEnd({ error, reset }: Asked, isMended: boolean): void {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  useEffect(() => {
    if (isMended) reset()
  }, [isMended, reset])
  useEffect(() => {
    if (!error || seconds === undefined) return
    const timer = setTimeout(reset, seconds * 1_000)
    return () => clearTimeout(timer)
  }, [error, seconds, reset])
}
