import type { OwnNotification } from '@/lib/client/inbox'

/** Returns the path of a notification's order or token; the inbox if it has none. */
export function subjectHref({ metadata }: Pick<OwnNotification, 'metadata'>): string {
  if ('token' in metadata) return `/tokens/${metadata.chainId}/${metadata.token}`
  const { orderId, chainId } = metadata
  if (!/^0x[0-9a-fA-F]{112}$/.test(orderId)) return '/notifications'
  return `/orders/${orderId}?chain=${chainId}`
}

/** Returns the order that a notification is about; undefined if it is about none. */
export function orderOf({ metadata }: Pick<OwnNotification, 'metadata'>): string | undefined {
  return 'orderId' in metadata ? metadata.orderId : undefined
}
