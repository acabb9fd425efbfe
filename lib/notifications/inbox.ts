import type { Hex } from '@/lib/core/bytes'
import type { Notification, NotificationType } from '@/lib/core/notification'

/** A notification in the inbox of its account. */
export type InboxNotification = Notification & { readonly isRead: boolean }

/** Filter of an inbox; omitted members match everything. */
export type InboxFilter = {
  readonly types?: readonly NotificationType[] | undefined
  readonly chainId?: number | undefined
  readonly orderUid?: Hex | undefined
  /** Only unread notifications. */
  readonly unread?: boolean | undefined
}

/** Unread count, capped at {@link maxCounted}. */
export type UnreadCount = {
  readonly unread: number
  /** Whether the count exceeds the cap. */
  readonly more: boolean
}

/** Maximum unread notifications counted. */
export const maxCounted = 1_000

/** Maximum notifications marked one by one per request. */
export const maxMarked = 100

/** State needed to undo marking all as read. */
export type Marking = {
  /** `read_to` before and after. */
  readonly before: bigint
  readonly after: bigint
  /** Newest sequence number marked one by one above `after`. */
  readonly top: bigint
  /** Time of the marking, in Unix milliseconds. */
  readonly atMs: number
}

const markingForm = /^([0-9]{1,18})-([0-9]{1,18})-([0-9]{1,18})-([0-9]{1,13})$/

/** Formats a marking as the text that undoes it. */
export function formatMarking({ before, after, top, atMs }: Marking): string {
  return [before, after, top, atMs].join('-')
}

/** Parses the output of {@link formatMarking}; undefined when malformed. */
export function parseMarking(text: string): Marking | undefined {
  const [, before, after, top, atMs] = markingForm.exec(text) ?? []
  if (!before || !after || !top || !atMs) return undefined
  const marking = { before: BigInt(before), after: BigInt(after), top: BigInt(top) }
  return marking.before <= marking.after ? { ...marking, atMs: Number(atMs) } : undefined
}
