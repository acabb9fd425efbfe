import type { Hex } from '@/lib/core/bytes'
import type { Notification, NotificationType } from './notification'

/** A notification in the inbox of its account. */
export type InboxNotification = Notification & { readonly isRead: boolean }

/** Which notifications of an inbox; what is left out does not matter. */
export type InboxFilter = {
  readonly types?: readonly NotificationType[] | undefined
  readonly chainId?: number | undefined
  readonly orderUid?: Hex | undefined
  /** Only those that are unread. */
  readonly unread?: boolean | undefined
}

/** How much is unread, counted up to {@link maxCounted}. */
export type UnreadCount = {
  readonly unread: number
  /** Whether there are more than that. */
  readonly more: boolean
}

/** Unread notifications that are counted. */
export const maxCounted = 1_000

/** Notifications that are marked one by one in one request. */
export const maxMarked = 100

/** How an inbox was before everything in it was marked as read, and what has been done. */
export type Marking = {
  /** Sequence up to which all was read before, and up to which it is now. */
  readonly before: bigint
  readonly after: bigint
  /** Sequence up to which single ones after that have been marked. */
  readonly top: bigint
  /** When, Unix milliseconds. */
  readonly atMs: number
}

const markingForm = /^([0-9]{1,18})-([0-9]{1,18})-([0-9]{1,18})-([0-9]{1,13})$/

/** A marking as text that undoes it. */
export function formatMarking({ before, after, top, atMs }: Marking): string {
  return [before, after, top, atMs].join('-')
}

/** Reads what {@link formatMarking} wrote; undefined when the text is none. */
export function parseMarking(text: string): Marking | undefined {
  const [, before, after, top, atMs] = markingForm.exec(text) ?? []
  if (!before || !after || !top || !atMs) return undefined
  const marking = { before: BigInt(before), after: BigInt(after), top: BigInt(top) }
  return marking.before <= marking.after ? { ...marking, atMs: Number(atMs) } : undefined
}
