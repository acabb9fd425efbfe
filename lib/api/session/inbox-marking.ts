import { z } from 'zod'
import { notificationExample } from '@/lib/api/accounts/notifications'
import { onlyFields } from '@/lib/api/declare/fields'
import { messageRefusal } from '@/lib/api/declare/refusal-example'
import { maxMarked } from '@/lib/notifications/inbox'
import { type Marked, markRead } from '@/lib/notifications/mark-read'
import { defineAccountEndpoint, notSignedIn } from './account-endpoint'
import { notificationId, ofInbox, unreadCount } from './inbox-fields'

const choiceMessage = 'give one of ids, announcementIds, upTo, all and undo'
const listMessage = `must be a list of 1 to ${maxMarked} ids`
const listOf = <T extends z.ZodType>(id: T) =>
  z.array(id, listMessage).min(1, listMessage).max(maxMarked, listMessage)

const marking = onlyFields({
  ids: listOf(notificationId('a notification id'))
    .optional()
    .describe('Notifications; those of others are left alone'),
  announcementIds: listOf(z.uuid('must be the id of an announcement'))
    .optional()
    .describe('Announcements; those that are not shown are left alone'),
  upTo: notificationId('a notification id')
    .optional()
    .describe(
      'A notification and all that came before it, so that what is not seen yet stays unread',
    ),
  all: z
    .literal(true, 'must be true')
    .optional()
    .describe('All notifications and announcements, whether they have been listed or not'),
  undo: z
    .string('must be what a marking has answered')
    .max(100, 'must be what a marking has answered')
    .optional()
    .describe('What a marking by `upTo` or `all` has answered, to undo it'),
})
  .transform(({ ids, announcementIds, upTo, all, undo }, issues): Marked => {
    const chosen: readonly (Marked | undefined)[] = [
      ids && { kind: 'notifications', ids },
      announcementIds && { kind: 'announcements', ids: announcementIds },
      upTo === undefined ? undefined : { kind: 'upTo', id: upTo },
      all && { kind: 'all' },
      undo === undefined ? undefined : { kind: 'undo', undo },
    ]
    const [one, another] = chosen.filter((choice) => choice !== undefined)
    if (one && !another) return one
    issues.addIssue({ code: 'custom', message: choiceMessage })
    return z.NEVER
  })
  .meta({ id: 'InboxMarking' })

const marked = { unread: 0, more: false, undo: '0-0-0-1795253400000' }

/** POST /api/account/inbox/read. */
export const markInbox = defineAccountEndpoint({
  ...ofInbox,
  name: 'markInbox',
  method: 'POST',
  path: '/api/account/inbox/read',
  summary: 'Mark what the account has read, or undo that of many at once',
  body: marking,
  response: z
    .object({
      ...unreadCount,
      undo: z.string().nullable().describe('Undoes this marking, if it was by `upTo` or `all`'),
    })
    .meta({ id: 'InboxMarked' }),
  throws: ['BadRequest'],
  examples: [
    { summary: 'All at once', body: { all: true }, varies: true, response: marked },
    { summary: 'Undo that', body: { undo: marked.undo }, response: { ...marked, undo: null } },
    {
      summary: 'Single ones',
      body: { ids: [notificationExample.id] },
      response: { ...marked, undo: null },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'Nothing to mark',
      body: {},
      description: choiceMessage,
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'Up to a notification of somebody else',
      body: { upTo: notificationExample.id },
      description: 'upTo names no notification of this account',
    }),
    { ...notSignedIn, body: { all: true } },
  ],
  run: async (ctx, { body, meta: { identity } }) => {
    const { unread, more, undo } = await markRead(ctx, identity, body)
    return { unread, more, undo: undo ?? null }
  },
})
