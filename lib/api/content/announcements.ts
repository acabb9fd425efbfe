import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { listVisible } from '@/lib/notifications/announcement-store'
import { areNotificationsOn } from '@/lib/notifications/notification-view'
import { announcementExample, announcementResponse, viewAnnouncement } from './announcement-fields'

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
