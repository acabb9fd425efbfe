import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { renewPush } from '@/lib/channels/web-push/renew-push'
import { ofChannels, pushAuth, pushKeys } from './subscription-fields'

const endpoint = z
  .string('must be text')
  .max(2_000, 'must have 2000 characters at most')
  .describe('Endpoint of the push manager’s subscription')
const exampleEndpoint = 'https://push.example.org/gAAAAABk'
const exampleAuth = `B${'A'.repeat(21)}`
const exampleTarget = {
  endpoint: exampleEndpoint,
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
}

/** POST /api/account/push-renewal. */
export const renewPushSubscription = defineEndpoint({
  ...ofChannels,
  access: 'browser',
  name: 'renewPushSubscription',
  method: 'POST',
  path: '/api/account/push-renewal',
  summary:
    'Push to the endpoint that a browser has instead of another; by the secret that came with that one',
  body: z
    .object({
      oldEndpoint: endpoint.describe('The endpoint before it'),
      oldAuth: pushAuth.describe('The authentication secret that the browser had with that'),
      target: z.object({ endpoint, keys: pushKeys }).describe('The one that the browser has now'),
    })
    .meta({ id: 'PushRenewal' }),
  response: z.object({ renewed: z.int().describe('Channels that are pushed to the new one') }),
  throws: ['BadRequest', 'ServiceUnavailable'],
  examples: [
    {
      summary: 'An endpoint that no account has',
      body: { oldEndpoint: `${exampleEndpoint}0`, oldAuth: exampleAuth, target: exampleTarget },
      response: { renewed: 0 },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'Keys of another length',
      body: {
        oldEndpoint: `${exampleEndpoint}0`,
        oldAuth: exampleAuth,
        target: { ...exampleTarget, keys: { ...exampleTarget.keys, auth: 'AAAA' } },
      },
      description: 'target.keys.auth must have 16 bytes',
    }),
  ],
  run: async (ctx, { body }) => ({ renewed: await renewPush(ctx, body) }),
})
