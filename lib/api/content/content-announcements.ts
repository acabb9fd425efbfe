import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { isoTime } from '@/lib/api/declare/fields'
import {
  type Announcement,
  announcementLimits,
  messageProblem,
  titleProblem,
  urlProblem,
} from '@/lib/notifications/announcement'
import { readAnnouncements } from '@/lib/notifications/manage-announcement'
import { publishAnnouncement, withdrawAnnouncement } from '@/lib/operator/change-announcement'
import { announcementExample, announcementResponse, viewAnnouncement } from './announcements'
import {
  contentOperator,
  listLimit,
  maxPageSize,
  ofContent,
  reason,
  tooMany,
  withoutKey,
} from './content-fields'

const entry = announcementResponse
  .extend({ withdrawnAt: isoTime.nullable().describe('When it was taken out of the inboxes') })
  .meta({ id: 'ContentAnnouncement' })

const id = z
  .uuid('must be the id of an announcement')
  .transform((text) => text.toLowerCase())
  .describe('ID of an announcement')

const text = (longest: number, problemOf: (text: string) => string | undefined) =>
  z
    .string()
    .trim()
    .min(1, problemOf(''))
    .max(longest, problemOf(''))
    .superRefine((value, issues) => {
      const message = problemOf(value)
      if (message) issues.addIssue({ code: 'custom', message })
    })

const view = (announcement: Announcement) => ({
  ...viewAnnouncement(announcement),
  withdrawnAt: announcement.withdrawnAt ?? null,
})

const example = { ...announcementExample, withdrawnAt: null }
const { title, message, url } = announcementExample
const given = 'a published announcement'
const named = { params: { id: example.id } }

/** GET /api/content/announcements. */
export const listContentAnnouncements = defineEndpoint({
  ...ofContent,
  name: 'listContentAnnouncements',
  method: 'GET',
  path: '/api/content/announcements',
  summary: 'Announcements, the newest first; those that are over or were withdrawn too',
  query: z.object({
    limit: listLimit,
    before: id.optional().describe('ID of an announcement; those older than it are listed'),
  }),
  response: z.array(entry),
  throws: ['BadRequest'],
  examples: [
    { summary: 'One announcement', given, query: { limit: '1' }, response: [example] },
    tooMany,
    withoutKey,
  ],
  run: async (ctx, { query: { limit = maxPageSize, before } }) =>
    (await readAnnouncements(ctx, { limit, before })).map(view),
})

/** POST /api/content/announcements. */
export const createContentAnnouncement = defineEndpoint({
  ...ofContent,
  name: 'createContentAnnouncement',
  method: 'POST',
  path: '/api/content/announcements',
  summary: 'Tell all accounts something in their inboxes; it is sent nowhere',
  body: z
    .object({
      title: text(announcementLimits.title, titleProblem).describe('One line of text'),
      message: text(announcementLimits.message, messageProblem).describe('Text of a few lines'),
      url: text(announcementLimits.url, urlProblem)
        .optional()
        .describe('An https address, or a path of these pages'),
      endsAt: z.iso
        .datetime('must be a time such as 2026-11-21T09:30Z')
        .transform((time) => new Date(time))
        .optional()
        .describe('Until when it is shown; until it is withdrawn unless given'),
      reason,
    })
    .meta({ id: 'NewAnnouncement' }),
  response: entry,
  status: 201,
  throws: ['BadRequest'],
  examples: [
    {
      summary: 'Announce a pause',
      body: { title, message, url, reason: 'maintenance of the RPC' },
      varies: true,
      response: example,
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'Markup',
      body: { title, message: '<b>No auctions</b> run on Sunday.' },
      description: 'message must be plain text without markup',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'Over before it begins',
      body: { title, message, endsAt: '2020-01-01T00:00:00Z' },
      description: 'endsAt must be in the future',
    }),
    { ...withoutKey, body: { title, message } },
  ],
  run: async (ctx, { body }) => {
    const { title, message, url, endsAt, reason } = body
    const announcement = { title, message, url, endsAt }
    const decision = { operator: contentOperator, reason }
    const published = await publishAnnouncement(ctx, announcement, decision)
    return answer({ status: 201, body: view(published) })
  },
})

/** DELETE /api/content/announcements/{id}. */
export const withdrawContentAnnouncement = defineEndpoint({
  ...ofContent,
  name: 'withdrawContentAnnouncement',
  method: 'DELETE',
  path: '/api/content/announcements/{id}',
  summary: 'Take an announcement out of all inboxes',
  params: z.object({ id }),
  query: z.object({ reason }),
  response: entry,
  throws: ['NotFound'],
  examples: [
    {
      summary: 'Withdraw an announcement',
      given,
      ...named,
      query: { reason: 'the pause is put off' },
      response: { ...example, withdrawnAt: '2026-11-21T09:30:00.000Z' },
    },
    messageRefusal({
      code: 'NotFound',
      summary: 'An announcement that is not there',
      ...named,
      description: `there is no announcement ${example.id}`,
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'A malformed ID',
      params: { id: '1' },
      description: 'id must be the id of an announcement',
    }),
    { ...withoutKey, ...named },
  ],
  run: async (ctx, { params, query: { reason } }) =>
    view(await withdrawAnnouncement(ctx, params.id, { operator: contentOperator, reason })),
})
