import { type NotificationType, notificationTypes } from '@/lib/notifications/notification'

/** Which notifications are listed. */
export type InboxFilter = {
  /** Empty: all types. */
  readonly types: readonly NotificationType[]
  readonly chainId: number | undefined
  /** uid of the only order. */
  readonly orderId: string | undefined
  /** Only those that are unread. */
  readonly unread: boolean
}

/** Lists everything. */
export const noFilter: InboxFilter = {
  types: [],
  chainId: undefined,
  orderId: undefined,
  unread: false,
}

/** The members of the page's address that a filter is kept in. */
export type InboxSearch = Readonly<Record<'read' | 'types' | 'network' | 'order', string>>

/** Reads a filter from the page's address; what makes no sense, or names a network that is not served, is left out. */
export function parseInboxFilter(
  search: { get(name: string): string | null },
  chainIds: readonly number[],
): InboxFilter {
  const read = (name: keyof InboxSearch) => search.get(name) ?? ''
  const types = read('types').split(',')
  const orderId = read('order')
  return {
    types: notificationTypes.filter((type) => types.includes(type)),
    chainId: chainIds.find((chainId) => String(chainId) === read('network')),
    orderId: /^0x[0-9a-f]{112}$/.test(orderId) ? orderId : undefined,
    unread: read('read') === 'no',
  }
}

/** The page's address for a filter; empty members are left out of it. */
export function inboxFilterSearch({ types, chainId, orderId, unread }: InboxFilter): InboxSearch {
  return {
    read: unread ? 'no' : '',
    types: types.join(),
    network: chainId === undefined ? '' : String(chainId),
    order: orderId ?? '',
  }
}

/** What a filter looks at. */
type Filtered = {
  readonly type: string
  readonly metadata: { readonly chainId: number; readonly orderId: string }
}

/** Whether a notification is listed; whether it is read is not known here. */
export function passes({ types, chainId, orderId }: InboxFilter, item: Filtered): boolean {
  if (types.length > 0 && !types.some((type) => type === item.type)) return false
  if (chainId !== undefined && item.metadata.chainId !== chainId) return false
  return orderId === undefined || item.metadata.orderId === orderId
}

/** How many restrictions a filter holds besides read or not. */
export function countRestrictions({ types, chainId, orderId }: InboxFilter): number {
  return types.length + (chainId === undefined ? 0 : 1) + (orderId === undefined ? 0 : 1)
}
