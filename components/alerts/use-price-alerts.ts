'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addPriceAlert,
  armPriceAlert,
  fetchPriceAlerts,
  type NewPriceAlert,
  type PriceAlertTarget,
  removePriceAlert,
} from '@/lib/client/alerts/price-alerts'
import type { Address } from '@/lib/core/address'

/** Alerts fire on the service, so the list is polled. */
const refreshMs = 15_000

const keyOf = (account: Address) => ['own', account, 'price-alerts'] as const

/** Fetches the price alerts of a signed-in account. */
export function usePriceAlerts(account: Address) {
  return useQuery({
    queryKey: keyOf(account),
    queryFn: ({ signal }) => fetchPriceAlerts(account, { signal }),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  })
}

function useChange<I, O>(account: Address, change: (input: I) => Promise<O>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(account) }),
  })
}

/** Adds a price alert. */
export const useAddAlert = (account: Address) =>
  useChange(account, (body: NewPriceAlert) => addPriceAlert(account, body))

/** Arms a price alert again. */
export const useArmAlert = (account: Address, id: string) =>
  useChange(account, (body: PriceAlertTarget) => armPriceAlert({ account, id }, body))

/** Removes a price alert. */
export const useRemoveAlert = (account: Address, id: string) =>
  useChange(account, () => removePriceAlert({ account, id }))
