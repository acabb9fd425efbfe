import type { Identity, NetworkScope } from '@/lib/core/identity'
import { selectColumns } from '@/lib/db/columns'
import type { QueryPrepared, Transaction } from '@/lib/db/database'
import { type Announcement as AnnouncementRow, Prisma } from '@/prisma/generated/client'
import { type Announcement, type InboxAnnouncement, maxAnnounced } from './announcement'

/** An announcement to publish. */
export type NewAnnouncement = Omit<Announcement, 'withdrawnAt'>

/** Stores an announcement. */
export async function insertAnnouncement(
  tx: Transaction,
  { url, endsAt, ...rest }: NewAnnouncement,
): Promise<Announcement> {
  const data = { ...rest, url: url ?? null, endsAt: endsAt ?? null }
  return toAnnouncement(await tx.announcement.create({ data }))
}

/** Finds an announcement, visible or not. */
export async function findAnnouncement(
  db: Transaction,
  id: string,
): Promise<Announcement | undefined> {
  const row = await db.announcement.findUnique({ where: { id } })
  return row ? toAnnouncement(row) : undefined
}

/** Withdraws an announcement from all inboxes; false when it does not exist or was withdrawn before. */
export async function updateWithdrawn(
  tx: Transaction,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<boolean> {
  const where = { id, withdrawnAt: null }
  return (await tx.announcement.updateMany({ where, data: { withdrawnAt: at } })).count === 1
}

/** Returns announcements, visible or not, newest first; undefined when `before` is unknown. */
export async function listAnnouncements(
  db: Transaction,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<Announcement[] | undefined> {
  const border = before === undefined ? undefined : await findAnnouncement(db, before)
  if (before !== undefined && !border) return undefined
  const rows = await db.announcement.findMany({
    where: border
      ? {
          OR: [
            { publishedAt: { lt: border.publishedAt } },
            { publishedAt: border.publishedAt, id: { lt: border.id } },
          ],
        }
      : {},
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return rows.map(toAnnouncement)
}

type Announcing = { readonly account: string; readonly at: string; readonly marks: string }

/** SQL of the newest {@link maxAnnounced} announcements visible to an account at a time, as {@link AnnouncedRow}. */
export function announcedText({ account, at, marks }: Announcing): string {
  return `SELECT ${selectColumns('a', Prisma.AnnouncementScalarFieldEnum)}, EXISTS (
      SELECT FROM announcement_reads r
      WHERE r.account = ${account} AND r.chain_id = ANY(${marks}::int[]) AND r.announcement_id = a.id
    ) AS "isRead"
    FROM announcements a
    WHERE ${shownText(at)}
    ORDER BY a.published_at DESC, a.id DESC LIMIT ${maxAnnounced}`
}

function shownText(at: string): string {
  return `a.published_at <= ${at} AND a.withdrawn_at IS NULL AND (a.ends_at IS NULL OR a.ends_at > ${at})`
}

/** A row of {@link announcedText}, from JSON. */
export type AnnouncedRow = Pick<AnnouncementRow, 'id' | 'title' | 'message' | 'url'> & {
  readonly publishedAt: string
  readonly endsAt: string | null
  readonly isRead: boolean
}

/** Converts a row to an announcement. */
export function toAnnounced({
  isRead,
  publishedAt,
  endsAt,
  ...row
}: AnnouncedRow): InboxAnnouncement {
  const times = {
    publishedAt: new Date(publishedAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
  }
  return { ...toAnnouncement({ ...row, ...times, withdrawnAt: null }), isRead }
}

/** The networks under which read marks are stored: 0 for an identity that is proven on all networks. */
export function marksOf(networks: NetworkScope): readonly number[] {
  return networks ?? [0]
}

/** Returns the announcements visible at a time, newest first, at most {@link maxAnnounced}. */
export async function listVisible(db: Transaction, at: Date): Promise<Announcement[]> {
  const rows = await db.announcement.findMany({
    where: shownAt(at),
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    take: maxAnnounced,
  })
  return rows.map(toAnnouncement)
}

function shownAt(at: Date) {
  const open = [{ endsAt: null }, { endsAt: { gt: at } }]
  return { publishedAt: { lte: at }, withdrawnAt: null, OR: open }
}

type AnnouncementsRead = {
  readonly identity: Identity
  /** All visible announcements by default. */
  readonly ids: readonly string[] | undefined
  readonly at: Date
}

/** Marks visible announcements as read by an identity; existing marks keep their time. */
export async function insertAnnouncementReads(
  query: QueryPrepared,
  { identity: { account, networks }, ids, at }: AnnouncementsRead,
): Promise<void> {
  await query({ ...reading, values: [account, at, marksOf(networks), ids] })
}

const reading = {
  name: 'read-announcements',
  text: `INSERT INTO announcement_reads (announcement_id, account, chain_id, read_at)
    SELECT a.id, $1, chain.id, $2 FROM announcements a, unnest($3::int[]) AS chain(id)
    WHERE ${shownText('$2::timestamptz')} AND ($4::uuid[] IS NULL OR a.id = ANY($4::uuid[]))
    ON CONFLICT DO NOTHING`,
} as const

/** Deletes the read marks that an identity set at a given time. */
export async function deleteAnnouncementReads(
  tx: Transaction,
  { account, networks }: Identity,
  { at }: { readonly at: Date },
): Promise<void> {
  const chainId = { in: [...marksOf(networks)] }
  await tx.announcementRead.deleteMany({ where: { account, chainId, readAt: at } })
}

function toAnnouncement(row: AnnouncementRow): Announcement {
  const { id, title, message, url, publishedAt, endsAt, withdrawnAt } = row
  return {
    ...{ id, title, message, publishedAt },
    url: url ?? undefined,
    endsAt: endsAt ?? undefined,
    withdrawnAt: withdrawnAt ?? undefined,
  }
}
