import type { Address } from '@/lib/core/address'
import type { NotificationType } from '@/lib/core/notification'
import { type AnswerOf, type BodyOf, type CallOptions, call } from './call'

/** A page of an inbox, the unread count, and the announcements. */
export type InboxView = AnswerOf<'getInbox'>
/** A notification as its account sees it: about an order, or a price alert. */
export type OwnNotification = InboxView['notifications'][number]
/** The announcements, and whether the account has read them. */
export type AnnouncementView = InboxView['announcements'][number]
/** An operator's announcement. */
export type PublicAnnouncement = AnswerOf<'readAnnouncements'>[number]

/** Filter of the inbox. */
export type InboxQuery = {
  /** Any if omitted. */
  readonly types: readonly NotificationType[]
  readonly chainId?: number | undefined
  /** Order uid. */
  readonly orderId?: string | undefined
  readonly unread?: true
  readonly limit: number
  /** Only notifications older than the one with this id. */
  readonly before?: string | undefined
}

/** What to mark as read: exactly one member. */
export type InboxMarking = BodyOf<'markInbox'>

/** Fetches a page of a signed-in account's inbox, newest first. */
export function fetchInbox(
  account: Address,
  { types, ...page }: InboxQuery,
  options: CallOptions = {},
): Promise<InboxView> {
  const query = { ...page, ...(types.length > 0 ? { types: types.join() } : {}), account }
  return call('getInbox', { query }, { ...options, fresh: true })
}

/**
 * Marks notifications of a signed-in account as read and returns the unread count; idempotent. The answer contains what
 * undoes a marking by `upTo` or `all`.
 */
export function markInbox(account: Address, body: InboxMarking, options: CallOptions = {}) {
  return call('markInbox', { query: { account }, body }, options)
}

/** Fetches the operator's announcements, newest first. */
export function fetchAnnouncements(options: CallOptions = {}) {
  return call('readAnnouncements', {}, options)
}
