'use client'

import { useQuery } from '@tanstack/react-query'
import { useSettings } from '@/components/app/settings'
import { fetchBalances } from '@/lib/client/portfolio/read-portfolio'
import { type NextFunds, readFunds, type ShownSchedule } from '@/lib/client/schedule/shown-schedule'
import type { Address } from '@/lib/core/address'

/** One block of the main network. */
const everyMs = 12_000

/** Loads what an account holds and allows of the tokens that its running schedules sell; empty until it is known. */
export function useSellFunds(
  owner: Address,
  schedules: readonly ShownSchedule[],
): ReadonlyMap<Address, NextFunds> {
  const { name: network } = useSettings().network
  const running = schedules.filter(({ open }) => open > 0)
  const tokens = [...new Set(running.map(({ sellToken }) => sellToken))].toSorted()
  const { data } = useQuery({
    // A revocation invalidates what the portfolio knows.
    queryKey: ['portfolio', network, owner, 'sell-funds', tokens],
    queryFn: async ({ signal }) =>
      readFunds(await fetchBalances({ network, account: owner }, tokens, { signal })),
    enabled: tokens.length > 0,
    refetchInterval: everyMs,
  })
  return data ?? noFunds
}

const noFunds: ReadonlyMap<Address, NextFunds> = new Map()
