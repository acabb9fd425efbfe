import type { Context } from '@/lib/context'
import { type Announcement, announcementLimits } from '@/lib/notifications/announcement'
import { insertAnnouncement, updateWithdrawn } from '@/lib/notifications/announcement-store'
import {
  draftAnnouncement,
  getAnnouncement,
  readAnnouncements,
} from '@/lib/notifications/manage-announcement'
import { announcementActions, announcementDetails } from './change-announcement'
import { type Change, type Command, conflict, type Invocation, type Row } from './command'
import { changeOptions, UsageError } from './options'
import { readLimit, readLine, readParameters } from './parameters'
/** Commands for announcements, which appear in the inbox of every account. */
export const announcementCommands: readonly Command[] = [
  {
    name: 'announcements list',
    parameters: '',
    summary: 'List the newest announcements, including ended and withdrawn ones.',
    options: ['limit'],
    list: showAnnouncements,
  },
  {
    name: 'announcements publish',
    parameters: '',
    summary: 'Publish an announcement to the inbox of every account. No other channel sends it.',
    options: ['title', 'message', 'url', 'until', ...changeOptions],
    plan: async (ctx, invocation) => [planPublish(ctx, invocation)],
  },
  {
    name: 'announcements withdraw',
    parameters: '<id>',
    summary: 'Withdraw an announcement from all inboxes.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planWithdrawal(ctx, invocation)],
  },
]

async function showAnnouncements(
  ctx: Context,
  { parameters, options }: Invocation,
): Promise<Row[]> {
  readParameters(parameters, [])
  const announcements = await readAnnouncements(ctx, { limit: readLimit(options.limit) })
  return announcements.map((announcement) => ({
    id: announcement.id,
    state: stateOf(announcement, ctx.now()),
    at: announcement.publishedAt.toISOString(),
    until: announcement.endsAt?.toISOString() ?? '',
    title: announcement.title,
    url: announcement.url ?? '',
  }))
}

function stateOf({ withdrawnAt, endsAt }: Announcement, now: number): string {
  if (withdrawnAt) return 'withdrawn'
  return endsAt && endsAt.getTime() <= now ? 'ended' : 'shown'
}

function planPublish(ctx: Context, { parameters, options }: Invocation): Change {
  readParameters(parameters, [])
  const announcement = draftAnnouncement(ctx, {
    title: readLine(options.title, '--title "<text>"', announcementLimits.title),
    message: options.message?.trim() ?? '',
    url: options.url,
    endsAt: readTime(options.until),
  })
  const end = announcement.endsAt ? `until ${announcement.endsAt.toISOString()}` : 'with no end'
  return {
    action: announcementActions.publish,
    target: announcement.id,
    effect: `all inboxes show "${announcement.title}" ${end}`,
    details: announcementDetails(announcement),
    apply: async (tx, { at }) => {
      await insertAnnouncement(tx, { ...announcement, publishedAt: at })
    },
  }
}

async function planWithdrawal(ctx: Context, { parameters }: Invocation): Promise<Change> {
  const [id = ''] = readParameters(parameters, ['<id>'])
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    throw new UsageError(`"${id}" is not an announcement id: see announcements list.`)
  }
  const announcement = await getAnnouncement(ctx.db, id)
  const already = conflict(`announcement ${id} is already withdrawn`)
  if (announcement.withdrawnAt) throw already
  return {
    action: announcementActions.withdraw,
    target: announcement.id,
    effect: `no inbox shows "${announcement.title}" anymore`,
    details: announcementDetails(announcement),
    apply: async (tx, { at }) => {
      if (!(await updateWithdrawn(tx, { id: announcement.id, at }))) throw already
    },
  }
}

/** @throws {UsageError} unless `text` is an ISO 8601 time with a time zone. */
function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(
    text,
  )
  if (isWhole && !Number.isNaN(time.getTime())) return time
  throw new UsageError(`--until "${text}" is not a time: use a form such as 2026-11-21T09:30Z.`)
}
