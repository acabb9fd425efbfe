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

/** Text and expiry of a new announcement. */
export type AnnouncementDraft = AnnouncementText & Pick<Announcement, 'endsAt'>

/**
 * Validates a draft and gives it an id.
 *
 * @throws {ServiceError} BadRequest when a part is malformed or the expiry is in the past.
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
 * Returns an announcement, visible or not.
 *
 * @throws {ServiceError} NotFound.
 */
export async function getAnnouncement(db: Transaction, id: string): Promise<Announcement> {
  const announcement = await findAnnouncement(db, id)
  if (announcement) return announcement
  throw new ServiceError('NotFound', `there is no announcement ${id}`)
}

/**
 * Returns announcements, visible or not, newest first.
 *
 * @throws {ServiceError} BadRequest when `before` is unknown.
 */
export async function readAnnouncements(
  { db }: Context,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<Announcement[]> {
  const announcements = await listAnnouncements(db, page)
  if (announcements) return announcements
  throw new ServiceError('BadRequest', 'before names no announcement')
}
