'use client'

import { useDelayed } from '@/components/app/use-delayed'

const timeoutMs = 60_000

/** Returns whether a wallet request has been pending for a minute: the wallet may have dropped it. */
export function useRequestTimeout(isPending: boolean): boolean {
  return useDelayed(isPending, timeoutMs)
}
