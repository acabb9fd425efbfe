'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useDeferredValue } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { isMissing } from '@/lib/client/market'

/** The query state that a section needs. */
export type QueryState<T> = {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

type Props<T> = {
  readonly query: QueryState<T>
  /** Name of the requested data: "The price". */
  readonly what: string
  /** Placeholder while the first answer is pending. */
  readonly skeleton: ReactNode
  /** Shown on a 404. */
  readonly missing: ReactNode
  readonly children: (data: T) => ReactNode
}

/** Renders an API query in each of its states: loading, loaded, stale after an error, missing or failed. */
export const Answer = <T,>({ query, what, skeleton, missing, children }: Props<T>) => {
  const t = useTranslations('ui')
  const { error, isFetching, refetch } = query
  // A deferred render is interruptible, so the page stays responsive to input.
  const data = useDeferredValue(query.data)
  if (isMissing(error)) return missing
  if (data === undefined && !error) {
    return (
      <div role="status" data-awaited="" aria-label={t('answer.loading', { what })}>
        {skeleton}
      </div>
    )
  }
  const retry = (
    <Button size="small" busy={isFetching} onClick={() => void refetch()}>
      {t('answer.retry')}
    </Button>
  )
  if (data === undefined) {
    return (
      <Alert tone="danger" title={t('answer.failed', { what })} actions={retry}>
        {t('answer.silent')}
      </Alert>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {error ? (
        <Alert tone="warn" title={t('answer.old', { what })} actions={retry}>
          {t('answer.again')}
        </Alert>
      ) : null}
      {children(data)}
    </div>
  )
}
