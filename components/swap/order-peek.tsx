'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { railId } from './rail-id'
import type { SwapOrder } from './swap-order'

/**
 * The newest open slip in a corner of narrow pages, clear of the button of the form, for as long as the slips themselves
 * are out of sight; leads to them.
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
      className="fixed right-4 bottom-[calc(10rem+env(safe-area-inset-bottom))] z-20 flex min-h-11 max-w-[calc(100%-2rem)] items-center gap-3 rounded-full border border-line bg-surface px-4 shadow-pop tab:bottom-[calc(5rem+env(safe-area-inset-bottom))] nav:bottom-4 desk:hidden"
    >
      <span className="numeric min-w-0 truncate font-medium">
        {sellToken.symbol} → {buyToken.symbol}
      </span>
      <span className="flex shrink-0 items-center gap-2 text-small text-ink-2">
        {t('rail.open', { count: slips.length })}
        <ChevronDown aria-hidden="true" className="size-4" />
      </span>
    </a>
  )
}

/** Whether the slips are below what is seen. */
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
