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
import { forgetPushChannel } from '@/lib/client/web-push'
import type { Address } from '@/lib/core/address'

const pageSize = 20

/** Fetches the channels that the service offers. */
export function useOffers(account: Address) {
  return useQuery({
    queryKey: ['own', account, 'offers'],
    queryFn: ({ signal }) => fetchChannels(account, { signal }),
    staleTime: 300_000,
  })
}

/** Fetches the channels of a signed-in account. */
export function useSubscriptions(account: Address) {
  return useQuery({
    queryKey: ['own', account, 'channels'],
    queryFn: ({ signal }) => fetchSubscriptions(account, { signal }),
    // Confirmations happen in other applications, so the list is polled.
    refetchInterval: usualPauseMs,
    refetchOnWindowFocus: true,
  })
}

/** Filter of the deliveries; undefined: all. */
export type DeliveryFilter = DeliveryView['state'] | undefined

/** Fetches the deliveries of an account, page by page. */
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
    // The service sends no more pushes, even if unsubscribing in the browser failed.
    await forgetPushChannel(id).catch(() => {})
  })

/** Sends a test message to a channel. */
export const useTestChannel = (account: Address, id: string) =>
  useChange(account, () => testChannel({ account, id }))

/** Replaces a webhook's secret. */
export const useRotateSecret = (account: Address, id: string) =>
  useChange(account, () => rotateSecret({ account, id }))

/** Retries an abandoned or waiting delivery now. */
export const useRetryDelivery = (account: Address) =>
  useChange(account, (id: string) => retryDelivery({ account, id }))

/** Deletes all data stored for an account's notifications. */
export const useDeleteData = (account: Address) => useChange(account, () => deleteData(account))

/** Exports all data stored for an account's notifications. */
export const useExportData = (account: Address) =>
  useMutation({ mutationFn: () => exportData(account) })

/** Polls the channels often while an external confirmation is pending. */
export function useSubscriptionWatch(account: Address, isWaiting: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isWaiting) return
    const queryKey = ['own', account, 'channels']
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey }), 2_500)
    return () => clearInterval(timer)
  }, [account, isWaiting, queries])
}
