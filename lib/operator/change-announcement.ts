import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import type { Announcement } from '@/lib/notifications/announcement'
import {
  insertAnnouncement,
  type NewAnnouncement,
  updateWithdrawn,
} from '@/lib/notifications/announcement-store'
import {
  type AnnouncementDraft,
  draftAnnouncement,
  getAnnouncement,
} from '@/lib/notifications/manage-announcement'
import { insertOperatorAction } from './action-store'

/** Who changes an announcement, and why, for the audit log. */
export type AnnouncementDecision = { readonly operator: string; readonly reason: string }

/** Names of the announcement actions in the audit log. */
export const announcementActions = {
  publish: 'publish-announcement',
  withdraw: 'withdraw-announcement',
} as const

/** Fields of an announcement in the audit log. */
export function announcementDetails({ title, url, endsAt }: NewAnnouncement) {
  return { title, url: url ?? null, endsAt: endsAt?.toISOString() ?? null }
}

/**
 * Publishes an announcement to all inboxes and records the action, in one transaction.
 * @throws {ServiceError} BadRequest if a field is invalid.
 */
export async function publishAnnouncement(
  ctx: Context,
  draft: AnnouncementDraft,
  decision: AnnouncementDecision,
): Promise<Announcement> {
  const announcement = draftAnnouncement(ctx, draft)
  return inTransaction(ctx.db, async (tx) => {
    await insertOperatorAction(tx, {
      ...decision,
      at: announcement.publishedAt,
      action: announcementActions.publish,
      target: announcement.id,
      details: announcementDetails(announcement),
    })
    return insertAnnouncement(tx, announcement)
  })
}

/**
 * Withdraws an announcement from all inboxes and records the action, in one transaction. A withdrawn announcement stays
 * unchanged. Returns the announcement after the change.
 * @throws {ServiceError} NotFound.
 */
export async function withdrawAnnouncement(
  ctx: Context,
  id: string,
  decision: AnnouncementDecision,
): Promise<Announcement> {
  const at = new Date(ctx.now())
  return inTransaction(ctx.db, async (tx) => {
    const before = await getAnnouncement(tx, id)
    if (!(await updateWithdrawn(tx, { id, at }))) return getAnnouncement(tx, id)
    const details = announcementDetails(before)
    const action = announcementActions.withdraw
    await insertOperatorAction(tx, { ...decision, at, action, target: id, details })
    return { ...before, withdrawnAt: at }
  })
}
