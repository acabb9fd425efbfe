'use client'

import { useMemo, useState } from 'react'
import { type ServedNetwork, useSettings } from '@/components/app/settings'
import { mergeNetworks, type NetworkOrders } from '@/lib/client/orders/merge-networks'
import type { Address } from '@/lib/core/address'
import { useNetworkOrders } from './use-network-orders'

/**
 * An account's orders on one or several networks, newest first, kept current by the event stream or by polling. Older
 * pages load in the background. The networks must not change while the component is mounted.
 */
export function useOrders(owner: Address, networks: readonly ServedNetwork[]) {
  const { network: selected } = useSettings()
  const lists = networks.map((network) => ({
    network,
    // One stream only: browsers allow six connections per host.
    // biome-ignore lint/correctness/useHookAtTopLevel: the networks do not change.
    ...useNetworkOrders({ network: network.name, owner }, network.chainId !== selected.chainId),
  }))
  const [parts, setParts] = useState<readonly NetworkOrders[]>([])
  const latest = lists.map(({ network, orders, isPending, hasNextPage }) => ({
    ...{ chainId: network.chainId, orders, hasMore: isPending || hasNextPage },
  }))
  if (!isSame(parts, latest)) setParts(latest)
  const merged = useMemo(() => mergeNetworks(parts), [parts])
  const [only] = lists
  const isOne = lists.length === 1 && only !== undefined
  return {
    orders: isOne ? only.orders : merged.orders,
    isPending: lists.some((list) => list.isPending),
    /** The networks whose orders could not be loaded. */
    failed: lists.filter((list) => list.isLoadingError).map(({ network }) => network),
    refetch: () => {
      for (const list of lists) if (list.isLoadingError) void list.refetch()
    },
    renew: () => {
      for (const list of lists) list.renew()
    },
    hasNextPage: lists.some((list) => list.hasNextPage),
    isFetchingNextPage: lists.some((list) => list.isFetchingNextPage),
    loadMore: () => {
      const next = lists.filter(({ network }) => isOne || merged.next.includes(network.chainId))
      for (const list of next) void list.loadMore()
    },
    isOutOfDate: lists.some((list) => list.isOutOfDate),
  }
}

const isSame = (before: readonly NetworkOrders[], now: readonly NetworkOrders[]): boolean =>
  before.length === now.length &&
  now.every(({ orders, hasMore }, index) => {
    const old = before[index]
    return old?.orders === orders && old.hasMore === hasMore
  })
