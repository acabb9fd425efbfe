import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { isoTime } from '@/lib/api/declare/fields'
import type { Announcement } from '@/lib/notifications/announcement'
import { listVisible } from '@/lib/notifications/announcement-store'
import { areNotificationsOn } from '@/lib/notifications/notification-view'

/** Schema of an announcement. */
export const announcementResponse = z.object({
  id: z.uuid().describe('Names the announcement'),
  title: z.string().describe('What it is about, one line of text'),
  message: z.string().describe('Text, never markup; lines end with a line feed'),
  url: z.string().nullable().describe('An https address, or a path of these pages'),
  publishedAt: isoTime.describe('Since when inboxes show it'),
  endsAt: isoTime.nullable().describe('Until when inboxes show it; null: until it is withdrawn'),
})

/** Renders {@link announcementResponse}, with times as Dates. */
export function viewAnnouncement({ url, endsAt, ...announcement }: Announcement) {
  const { id, title, message, publishedAt } = announcement
  return { id, title, message, url: url ?? null, publishedAt, endsAt: endsAt ?? null }
}

/** Example announcement. */
export const announcementExample = {
  id: '0b8f5f0c-6f0e-4a5c-9e5b-5a3f0d4b7c21',
  title: 'Arbitrum is paused on Sunday',
  message: 'From 02:00 to 04:00 UTC no auctions run on Arbitrum. Open orders stay open.',
  url: '/orders',
  publishedAt: '2026-11-21T09:00:00.000Z',
  endsAt: null,
}

/** GET /api/announcements. */
export const readAnnouncements = defineEndpoint({
  name: 'readAnnouncements',
  method: 'GET',
  path: '/api/announcements',
  summary: 'What operators tell everybody at the moment, newest first, 20 at most',
  tag: 'Notifications',
  cacheControl: 'public, max-age=60',
  enabled: areNotificationsOn,
  response: z.array(announcementResponse.meta({ id: 'Announcement' })),
  examples: [
    {
      summary: 'An announcement',
      given: 'a published announcement',
      response: [announcementExample],
    },
    { summary: 'None', response: [] },
  ],
  run: async (ctx) => (await listVisible(ctx.db, new Date(ctx.now()))).map(viewAnnouncement),
})
