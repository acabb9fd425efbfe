'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Answer, type QueryState } from '@/components/tokens/answer'
import { AsOf } from '@/components/tokens/as-of'
import { MarketSection } from '@/components/tokens/market-section'
import { ListEmpty } from '@/components/ui/list'
import { Skeleton } from '@/components/ui/skeleton'
import type { Dated } from '@/lib/client/request'
import { MorePages, type MorePagesProps } from './more-pages'

type Props<Row> = {
  readonly title: string
  /** Explanation below the title. */
  readonly note?: string
  /** Name of the rows: "traders". */
  readonly what: string
  readonly query: QueryState<{ readonly pages: readonly Dated<readonly Row[]>[] }> &
    MorePagesProps['query']
  /** Shown if there are no rows. */
  readonly none: string
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A section with a paginated table, in each of its query states. */
export const PagedSection = <Row,>(props: Props<Row>) => {
  const { title, note, what, query, none, children } = props
  const t = useTranslations('ui')
  const nothing = (
    <ListEmpty>
      <p className="p-4 text-small text-ink-2 tab:p-6">{none}</p>
    </ListEmpty>
  )
  return (
    <MarketSection title={title} note={note} aside={<AsOf ms={query.data?.pages[0]?.asOfMs} />}>
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
