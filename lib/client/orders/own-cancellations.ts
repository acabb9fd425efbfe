import type { OwnNotification } from '@/lib/client/inbox'
import type { Hex } from '@/lib/core/bytes'

const announced = new Map<string, number>()

/**
 * Marks cancellations that this page announces itself, so that the service's notification shows no second toast. Call it
 * before the request is sent. Returns a function that removes the mark, for a cancellation that fails.
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
