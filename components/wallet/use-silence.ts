'use client'

import { useOutlasts } from '@/components/app/use-delayed'

const patienceMs = 60_000

/** Whether a wallet that is asked for something has kept silent for a minute: it may have lost the question. */
export function useSilence(isAsked: boolean): boolean {
  return useOutlasts(isAsked, patienceMs)
}
