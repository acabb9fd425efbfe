'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

/** Props of {@link MorePages}. */
export type MorePagesProps = {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly fetchNextPage: () => unknown
  }
  /** Name of the rows in the button's label: "traders". */
  readonly what: string
  /** Label of the button; "More traders" by default. */
  readonly label?: string
  readonly children: ReactNode
}

/** Renders the loaded pages of a table, and a button that loads the next one. */
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
