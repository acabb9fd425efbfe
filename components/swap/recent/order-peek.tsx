'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Stamp } from '@/components/ui/stamp'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { railId } from './rail-id'

/**
 * Shows the edge of the newest open order at the bottom of narrow pages while the orders are below the fold; scrolls to
 * them.
 */
export const OrderPeek = ({ slips }: { readonly slips: readonly SwapOrder[] }) => {
  const t = useTranslations('swap')
  const isAway = useIsAway()
  const [first] = slips
  if (!first || !isAway) return null
  const { sellToken, buyToken } = first
  return (
    <a
      href={`#${railId}`}
      data-slot="order-peek"
      className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 border-t border-line bg-surface -outline-offset-4 focus-visible:-outline-offset-4 nav:bottom-0 desk:hidden"
    >
      <span aria-hidden="true" className="slip-perf absolute inset-x-0 -top-1" />
      <span className="mx-auto flex h-12 max-w-120 items-center gap-3 px-4 pt-1.5">
        <span className="numeric min-w-0 flex-1 truncate text-small font-medium">
          {sellToken.symbol} → {buyToken.symbol}
        </span>{' '}
        <Stamp kind="open" word={t('rail.open', { count: slips.length })} />
        <ChevronDown aria-hidden="true" className="size-5 text-ink-2" />
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
