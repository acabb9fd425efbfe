import type { OwnNotification } from '@/lib/client/inbox'
import type { Hex } from '@/lib/core/bytes'

const announced = new Map<string, number>()

/**
 * Notes that this page cancels orders and says so itself, so that the service's notification brings no second toast. Call it
 * before the service is told. Returns a function that takes it back, for a cancellation that fails.
 */
export function announceCancellations(uids: readonly Hex[]): () => void {
  const add = (count: number) => {
    for (const uid of uids) announced.set(uid, (announced.get(uid) ?? 0) + count)
  }
  add(1)
  return () => add(-1)
}

/** Returns whether a notification is about a cancellation that this page announces itself. */
export function isAnnounced({
  type,
  metadata,
}: Pick<OwnNotification, 'type' | 'metadata'>): boolean {
  if (type !== 'order_cancelled' || !('orderId' in metadata)) return false
  if ('correction' in metadata && metadata.correction) return false
  return (announced.get(metadata.orderId) ?? 0) > 0
}
