import type { Address } from '@/lib/core/address'
import type { NotificationType } from '@/lib/notifications/notification'
import { type AnswerOf, type BodyOf, type CallOptions, call } from './call'

/** A page of an inbox, how much is unread, and what operators tell everybody. */
export type InboxView = AnswerOf<'getInbox'>
/** What operators tell everybody, and whether the account has read it. */
export type AnnouncementView = InboxView['announcements'][number]
/** What operators tell everybody. */
export type PublicAnnouncement = AnswerOf<'readAnnouncements'>[number]

/** Which notifications of an inbox. */
export type InboxQuery = {
  /** Any unless some are named. */
  readonly types: readonly NotificationType[]
  readonly chainId?: number | undefined
  /** uid of an order. */
  readonly orderId?: string | undefined
  readonly unread?: true
  readonly limit: number
  /** Only those older than the notification with this id. */
  readonly before?: string | undefined
}

/** What is marked as read: one of its members. */
export type InboxMarking = BodyOf<'markInbox'>

/** A page of the inbox of an account that has signed in here, newest first. */
export function fetchInbox(
  account: Address,
  { types, ...page }: InboxQuery,
  options: CallOptions = {},
): Promise<InboxView> {
  const query = { ...page, ...(types.length > 0 ? { types: types.join() } : {}), account }
  return call('getInbox', { query }, { ...options, fresh: true })
}

/**
 * Marks what an account that has signed in here has read, and tells what is unread then; marking twice is as once.
 * Answers what undoes a marking by `upTo` or `all`.
 */
export function markInbox(account: Address, body: InboxMarking, options: CallOptions = {}) {
  return call('markInbox', { query: { account }, body }, options)
}

/** What operators tell everybody, newest first. */
export function fetchAnnouncements(options: CallOptions = {}) {
  return call('readAnnouncements', {}, options)
}
