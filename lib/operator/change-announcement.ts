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

/** Who changes an announcement, and why, for the record. */
export type AnnouncementDecision = { readonly operator: string; readonly reason: string }

/** How the record names what is done to announcements. */
export const announcementActions = {
  publish: 'publish-announcement',
  withdraw: 'withdraw-announcement',
} as const

/** What the record keeps of an announcement. */
export function announcementDetails({ title, url, endsAt }: NewAnnouncement) {
  return { title, url: url ?? null, endsAt: endsAt?.toISOString() ?? null }
}

/**
 * Shows an announcement in all inboxes and keeps the record of it, in one transaction.
 *
 * @throws {ServiceError} BadRequest when a part of it does not hold its form.
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
 * Takes an announcement out of all inboxes and keeps the record of it, in one transaction; one that was withdrawn
 * before is let be. Gives it as it is then.
 *
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
