import type { NotificationType } from '@/lib/notifications/notification'

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
