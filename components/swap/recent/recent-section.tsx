'use client'

import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { useSettings } from '@/components/app/settings'
import { lazyPart } from '@/components/ui/lazy-part'
import { ListSkeleton } from '@/components/ui/list'
import type { Address } from '@/lib/core/address'
import { railId } from './rail-id'
import { RecentHeading } from './recent-heading'
import type { JustPlaced } from './recent-orders'

const RecentOrders = lazyPart(async () => (await import('./recent-orders')).RecentOrders)

type Props = {
  readonly owner: Address
  /** Placed on the shown network in this page view, newest first. */
  readonly placed: readonly JustPlaced[]
}

/** The account's recent orders, below a form. */
export const RecentSection = ({ owner, placed }: Props) => {
  const t = useTranslations('orders')
  const { network } = useSettings()
  return (
    <section id={railId} aria-labelledby={`${railId}-title`} className="grid scroll-mt-4 gap-2">
      <RecentHeading id={`${railId}-title`} />
      <Suspense fallback={<ListSkeleton label={t('list.loading')} rows={3} />}>
        <RecentOrders key={`${network.chainId} ${owner}`} {...{ owner, placed }} />
      </Suspense>
    </section>
  )
}
