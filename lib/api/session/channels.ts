import { z } from 'zod'
import { listChannels } from '@/lib/channels/subscriptions/list-channels'
import { channels, maxSubscriptions } from '@/lib/outbox/subscription'
import { defineAccountEndpoint, notSignedIn } from './account-endpoint'
import { ofChannels } from './subscription-fields'

/** GET /api/account/channels. */
export const readChannels = defineAccountEndpoint({
  ...ofChannels,
  name: 'readChannels',
  method: 'GET',
  path: '/api/account/channels',
  summary: 'Which channels notifications can be sent by, and what a browser needs to add one',
  response: z
    .object({
      most: z.int().describe('Channels that an account may have'),
      channels: z
        .array(
          z
            .object({
              channel: z.enum(channels).describe('What is sent by'),
              offered: z.boolean().describe('Whether this service has it'),
              bot: z
                .string()
                .optional()
                .describe('telegram: name of the bot, while Telegram answers'),
              publicKey: z
                .string()
                .optional()
                .describe('web_push: VAPID key, base64url (RFC 8292)'),
            })
            .meta({ id: 'Channel' }),
        )
        .describe('Every channel there can be'),
    })
    .meta({ id: 'Channels' }),
  examples: [
    {
      summary: 'A service with webhooks alone',
      varies: true,
      response: { most: maxSubscriptions, channels: [{ channel: 'telegram', offered: false }] },
    },
    notSignedIn,
  ],
  run: async (ctx) => ({
    most: maxSubscriptions,
    channels: (await listChannels(ctx)).map(({ channel, isOffered, bot, publicKey }) => ({
      channel,
      offered: isOffered,
      bot,
      publicKey,
    })),
  }),
})
