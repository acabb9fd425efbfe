'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Answer, type QueryState } from '@/components/tokens/answer'
import { AsOf } from '@/components/tokens/as-of'
import { MarketSection } from '@/components/tokens/market-section'
import { Skeleton } from '@/components/ui/skeleton'
import type { Dated } from '@/lib/client/request'
import { MorePages, type MorePagesProps } from './more-pages'

type Props<Row> = {
  readonly title: string
  /** Name of the rows: "traders". */
  readonly what: string
  readonly query: QueryState<{ readonly pages: readonly Dated<readonly Row[]>[] }> &
    MorePagesProps['query']
  /** Shown if there are no rows. */
  readonly none: string
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A section with a paginated table, in each of its query states. */
export const PagedSection = <Row,>({ title, what, query, none, children }: Props<Row>) => {
  const t = useTranslations('ui')
  const nothing = <p className="text-small text-ink-2">{none}</p>
  return (
    <MarketSection title={title} aside={<AsOf ms={query.data?.pages[0]?.asOfMs} />}>
      <Answer
        query={query}
        what={t('more.all', { what })}
        skeleton={<Skeleton className="h-40 rounded-card" />}
        missing={nothing}
      >
        {({ pages }) => {
          const rows = pages.flatMap(({ body }) => body)
          if (rows.length === 0) return nothing
          return (
            <MorePages query={query} what={what}>
              {children(rows)}
            </MorePages>
          )
        }}
      </Answer>
    </MarketSection>
  )
}
