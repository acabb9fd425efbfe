'use client'

import { useOutlasts } from '@/components/app/use-delayed'

const timeoutMs = 60_000

/** Returns whether a wallet request has been pending for a minute: the wallet may have dropped it. */
export function useSilence(isPending: boolean): boolean {
  return useOutlasts(isPending, timeoutMs)
}
