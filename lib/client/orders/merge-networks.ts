import type { ShownOrder } from './shown-order'

/** An account's orders on one network, as far as they are loaded, newest first. */
export type NetworkOrders = {
  readonly chainId: number
  readonly orders: readonly ShownOrder[]
  /** Whether the network has older ones. */
  readonly hasMore: boolean
}

/** The orders of several networks as one list. */
export type MergedOrders = {
  /** Newest first, each with its network, without gaps: none older is shown before its turn. */
  readonly orders: readonly ShownOrder[]
  /** The networks whose next page continues the list. */
  readonly next: readonly number[]
}

/**
 * Merges the orders of several networks by time. A network with older orders that are not loaded holds back what is older
 * than its oldest loaded one: otherwise rows would appear between those already read.
 */
export function mergeNetworks(lists: readonly NetworkOrders[]): MergedOrders {
  const open = lists.filter(({ hasMore }) => hasMore)
  const bounds = open.map(oldestOf)
  const bound = Math.max(...bounds)
  const orders = lists
    .flatMap(({ chainId, orders }) => orders.map((order) => ({ ...order, chainId })))
    .filter((order) => order.createdAt.getTime() > bound)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  return {
    orders,
    next: open.filter((_, index) => bounds[index] === bound).map(({ chainId }) => chainId),
  }
}

/** Nothing is known of a network before its first page. */
const oldestOf = ({ orders }: NetworkOrders): number =>
  orders.at(-1)?.createdAt.getTime() ?? Number.POSITIVE_INFINITY
