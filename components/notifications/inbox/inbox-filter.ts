import { orderOf } from '@/components/notifications/subject-href'
import type { OwnNotification } from '@/lib/client/inbox'
import { type NotificationType, notificationTypes } from '@/lib/core/notification'

/** Filter of the inbox. */
export type InboxFilter = {
  /** Empty: all types. */
  readonly types: readonly NotificationType[]
  readonly chainId: number | undefined
  /** uid of the only order to list. */
  readonly orderId: string | undefined
  /** Whether to list only unread notifications. */
  readonly unread: boolean
}

/** The filter that matches everything. */
export const noFilter: InboxFilter = {
  types: [],
  chainId: undefined,
  orderId: undefined,
  unread: false,
}

/** Address parameters of the filter. */
export type InboxSearch = Readonly<Record<'read' | 'types' | 'network' | 'order', string>>

/** Parses a filter from the page's address; ignores invalid values and networks that are not served. */
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

/** Returns the page's address for a filter; omits empty parameters. */
export function inboxFilterSearch({ types, chainId, orderId, unread }: InboxFilter): InboxSearch {
  return {
    read: unread ? 'no' : '',
    types: types.join(),
    network: chainId === undefined ? '' : String(chainId),
    order: orderId ?? '',
  }
}

/** The fields of a notification that a filter checks. */
type Filtered = Pick<OwnNotification, 'type' | 'metadata'>

/** Returns whether a notification matches, apart from its read state. */
export function passes({ types, chainId, orderId }: InboxFilter, item: Filtered): boolean {
  if (types.length > 0 && !types.some((type) => type === item.type)) return false
  if (chainId !== undefined && item.metadata.chainId !== chainId) return false
  return orderId === undefined || orderOf(item) === orderId
}

/** Counts the active restrictions besides the read state. */
export function countRestrictions({ types, chainId, orderId }: InboxFilter): number {
  return types.length + (chainId === undefined ? 0 : 1) + (orderId === undefined ? 0 : 1)
}
