'use client'

import { ChevronUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { ShownToken } from '@/components/orders/token-amount'
import { Badge } from '@/components/ui/badge'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import { railId } from './rail-id'

type Props = {
  /** Open ones, newest first. */
  readonly orders: readonly ShownOrder[]
  readonly nameToken: (address: Address) => ShownToken
}

/**
 * Shows at the bottom of narrow pages that there are open orders while they are below the fold; scrolls to them.
 */
export const OrderPeek = ({ orders, nameToken }: Props) => {
  const t = useTranslations('swap')
  const isAway = useIsAway()
  const [first] = orders
  if (!first || !isAway) return null
  return (
    <a
      href={`#${railId}`}
      data-slot="order-peek"
      className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 border-t border-line bg-surface -outline-offset-4 focus-visible:-outline-offset-4 nav:bottom-0 desk:hidden"
    >
      <span className="mx-auto flex h-12 max-w-120 items-center gap-3 px-4">
        <span className="numeric min-w-0 flex-1 truncate text-small font-medium">
          {orders.length > 1
            ? null
            : `${nameToken(first.sellToken).symbol} → ${nameToken(first.buyToken).symbol}`}
        </span>{' '}
        <Badge tone="info" sign="dot">
          {t('recent.open', { count: orders.length })}
        </Badge>
        <ChevronUp aria-hidden="true" className="size-5 text-ink-2" />
      </span>
    </a>
  )
}

/** Returns whether the orders are below the visible area. */
function useIsAway(): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const rail = document.getElementById(railId)
    if (!rail) return
    const observer = new IntersectionObserver(
      ([entry]) => setIsAway(entry?.isIntersecting === false),
      { rootMargin: '0px 0px -96px 0px' },
    )
    observer.observe(rail)
    return () => observer.disconnect()
  }, [])
  return isAway
}
