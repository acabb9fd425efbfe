'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { useSettings } from '@/components/app/settings'
import { keptSales, readSales } from '@/lib/client/swap/kept-sales'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import type { Address } from '@/lib/core/address'

/** An account's native sales whose transaction was sent but not yet indexed by the service. */
export function useKeptSales(owner: Address): readonly SwapOrder[] {
  const { network } = useSettings()
  const kept = keptSales({ network, owner })
  const text = useSyncExternalStore(kept.watch, kept.read, () => null)
  return useMemo(
    () => readSales(text, Date.now()).map((sale) => ({ ...sale, network })),
    [text, network],
  )
}
