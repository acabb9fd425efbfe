import { randomUUID } from 'node:crypto'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Transaction } from '@/lib/db/database'
import {
  type Announcement,
  type AnnouncementText,
  messageProblem,
  titleProblem,
  urlProblem,
} from './announcement'
import { findAnnouncement, listAnnouncements, type NewAnnouncement } from './announcement-store'

/** What is to be announced, and until when. */
export type AnnouncementDraft = AnnouncementText & Pick<Announcement, 'endsAt'>

/**
 * Checks an announcement that somebody has written and names it.
 *
 * @throws {ServiceError} BadRequest when a part of it does not hold its form, or it is over before it begins.
 */
export function draftAnnouncement(
  { now }: Pick<Context, 'now'>,
  { title, message, url, endsAt }: AnnouncementDraft,
): NewAnnouncement {
  const publishedAt = new Date(now())
  refuse('title', titleProblem(title))
  refuse('message', messageProblem(message))
  if (url !== undefined) refuse('url', urlProblem(url))
  if (endsAt && endsAt <= publishedAt) refuse('endsAt', 'must be in the future')
  return { id: randomUUID(), title, message, url, publishedAt, endsAt }
}

function refuse(name: string, problem: string | undefined): void {
  if (problem) throw new ServiceError('BadRequest', `${name} ${problem}`)
}

/**
 * An announcement, shown or not.
 *
 * @throws {ServiceError} NotFound.
 */
export async function getAnnouncement(db: Transaction, id: string): Promise<Announcement> {
  const announcement = await findAnnouncement(db, id)
  if (announcement) return announcement
  throw new ServiceError('NotFound', `there is no announcement ${id}`)
}

/**
 * Announcements, shown or not, the newest first.
 *
 * @throws {ServiceError} BadRequest when `before` names none.
 */
export async function readAnnouncements(
  { db }: Context,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<Announcement[]> {
  const announcements = await listAnnouncements(db, page)
  if (announcements) return announcements
  throw new ServiceError('BadRequest', 'before names no announcement')
}
