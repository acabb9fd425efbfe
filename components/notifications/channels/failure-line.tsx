'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { ApiError } from '@/lib/client/request'
import { failureText } from './reason-text'

/** Shows why an action failed, next to its button; renders nothing without a failure. */
export const FailureLine = ({ error }: { readonly error: Error | null }) => {
  const t = useTranslations('notifications')
  return error ? (
    <p role="alert" className="text-small text-danger">
      {failureText(t, error)}
    </p>
  ) : null
}

type Asked = { readonly error: Error | null; readonly reset: () => void }

/**
 * Clears a failure once it no longer applies: after Retry-After has passed, or when `isMended` reports that the goal
 * was reached.
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
