'use client'

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshPause, usualPauseMs } from '@/components/notifications/refresh-pause'
import {
  addChannel,
  type ChannelChange,
  changeChannel,
  type DeliveryView,
  deleteData,
  exportData,
  fetchChannels,
  fetchDeliveries,
  fetchSubscriptions,
  type NewChannel,
  removeChannel,
  retryDelivery,
  rotateSecret,
  testChannel,
} from '@/lib/client/channels'
import { forgetPushChannel } from '@/lib/client/push-channels'
import type { Address } from '@/lib/core/address'

const pageSize = 20

/** Which channels the service offers. */
export function useOffers(account: Address) {
  return useQuery({
    queryKey: ['own', account, 'offers'],
    queryFn: ({ signal }) => fetchChannels(account, { signal }),
    staleTime: 300_000,
  })
}

/** The channels of a signed-in account, as they are now. */
export function useSubscriptions(account: Address) {
  return useQuery({
    queryKey: ['own', account, 'channels'],
    queryFn: ({ signal }) => fetchSubscriptions(account, { signal }),
    // Confirmations happen elsewhere.
    refetchInterval: usualPauseMs,
    refetchOnWindowFocus: true,
  })
}

/** Which deliveries are listed; undefined: all. */
export type DeliveryFilter = DeliveryView['state'] | undefined

/** What was sent to the channels of an account, page by page. */
export function useDeliveries(account: Address, state: DeliveryFilter) {
  return useInfiniteQuery({
    queryKey: ['own', account, 'deliveries', state ?? 'all'],
    queryFn: ({ pageParam: before, signal }) =>
      fetchDeliveries(account, { state, before, limit: pageSize }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length === pageSize ? last.at(-1)?.id : undefined),
    refetchInterval: ({ state: { data } }) => refreshPause(data?.pages.flat() ?? [], Date.now()),
    refetchOnWindowFocus: true,
  })
}

/** Refetches an account's stored data after a change. */
function useChange<I, O>(account: Address, change: (input: I) => Promise<O>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: ['own', account] }),
  })
}

/** Adds a channel. */
export const useAddChannel = (account: Address) =>
  useChange(account, (body: NewChannel) => addChannel(account, body))

/** Changes a channel. */
export const useChangeChannel = (account: Address, id: string) =>
  useChange(account, (body: ChannelChange) => changeChannel({ account, id }, body))

/** Removes a channel. */
export const useRemoveChannel = (account: Address, id: string) =>
  useChange(account, async () => {
    await removeChannel({ account, id })
    // The service pushes nothing by now, whatever the browser says.
    await forgetPushChannel(id).catch(() => {})
  })

/** Sends a test to a channel. */
export const useTestChannel = (account: Address, id: string) =>
  useChange(account, () => testChannel({ account, id }))

/** Gives a webhook a new secret. */
export const useRotateSecret = (account: Address, id: string) =>
  useChange(account, () => rotateSecret({ account, id }))

/** Sends again what was given up, or tries now what waits for another attempt. */
export const useRetryDelivery = (account: Address) =>
  useChange(account, (id: string) => retryDelivery({ account, id }))

/** Removes all that is kept of an account for its notifications. */
export const useDeleteData = (account: Address) => useChange(account, () => deleteData(account))

/** All that is kept of an account for its notifications. */
export const useExportData = (account: Address) =>
  useMutation({ mutationFn: () => exportData(account) })

/** Reads the channels often while something is awaited that happens elsewhere. */
export function useSubscriptionWatch(account: Address, isWaiting: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isWaiting) return
    const queryKey = ['own', account, 'channels']
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey }), 2_500)
    return () => clearInterval(timer)
  }, [account, isWaiting, queries])
}
