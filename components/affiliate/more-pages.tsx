'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

/** What {@link MorePages} takes. */
export type MorePagesProps = {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly fetchNextPage: () => unknown
  }
  /** What the rows are, for the button: "traders". */
  readonly what: string
  /** What the button says; "More traders" unless given. */
  readonly label?: string
  readonly children: ReactNode
}

/** A table of the pages that were requested, and the way to the next one. */
export const MorePages = ({ query, what, label, children }: MorePagesProps) => {
  const t = useTranslations('ui')
  return (
    <div className="grid grid-cols-1 gap-3">
      {children}
      {query.isFetchNextPageError ? (
        <p role="alert" className="text-small text-danger">
          {t('more.failed', { what })}
        </p>
      ) : null}
      {query.hasNextPage ? (
        <Button
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="justify-self-start"
        >
          {label ?? t('more.label', { what })}
        </Button>
      ) : null}
    </div>
  )
}
