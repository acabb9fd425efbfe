'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useDeferredValue } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { isMissing } from '@/lib/client/market'

/** What a section needs of a query. */
export type Asked<T> = {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

type Props<T> = {
  readonly asked: Asked<T>
  /** What is asked for: "The price". */
  readonly what: string
  /** Keeps the place while nothing has come yet. */
  readonly skeleton: ReactNode
  /** Shown when the service knows that there is none. */
  readonly missing: ReactNode
  readonly children: (data: T) => ReactNode
}

/** An answer of the API in whichever state it is: awaited, there, old, missing or failed. */
export const Answer = <T,>({ asked, what, skeleton, missing, children }: Props<T>) => {
  const t = useTranslations('ui')
  const { error, isFetching, refetch } = asked
  // What comes is drawn in small steps, between which the page answers to touch.
  const data = useDeferredValue(asked.data)
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
