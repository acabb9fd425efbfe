'use client'

import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import type { PriceAge as Age } from './price-age'

const PriceAge = lazyPart(async () => (await import('./price-age')).PriceAge, 'late')

/** After the first view, and the page's own requests for prices. */
const waitMs = 3_000

/** The age of the prices; its code is loaded after the page, at whose end it is. */
export const PriceAgeLater = (props: ComponentProps<typeof Age>) => {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), waitMs)
    return () => clearTimeout(timer)
  }, [])
  return isDue ? (
    <Suspense fallback={null}>
      <PriceAge {...props} />
    </Suspense>
  ) : null
}
