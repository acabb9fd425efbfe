import { z } from 'zod'
import { messageRefusal } from '@/lib/api/declare/example'
import { onlyFields } from '@/lib/api/declare/fields'
import { isTimeZone } from '@/lib/channels/sending/local-time'
import {
  changeSubscription,
  removeSubscription,
  rotateSecret,
} from '@/lib/channels/subscriptions/change-subscription'
import { sendTest } from '@/lib/channels/subscriptions/send-test'
import { defineAccountEndpoint, notSignedIn } from './account-endpoint'
import { failureResponse } from './failure-fields'
import {
  alwaysOfChannels,
  eventTypes,
  malformedSubscription,
  ofChannels,
  ofExample,
  quietHours,
  subscriptionExample,
  subscriptionId,
  subscriptionResponse,
  unknownSubscription,
  viewSubscription,
  webhookSecretExample,
} from './subscription-fields'

const params = z.object({ id: subscriptionId })
const given = 'an added webhook'
const refusals = [unknownSubscription, malformedSubscription, { ...notSignedIn, ...ofExample }]

const change = onlyFields(
  {
    label: z
      .string('must be text')
      .max(200, 'must have 200 characters at most')
      .describe('How to call it'),
    types: eventTypes,
    enabled: z
      .boolean('must be true or false')
      .describe('Whether anything is sent there; on takes up again what the service gave up'),
    quietHours: quietHours.nullable().describe('Not for webhooks; null: at any time'),
    timeZone: z
      .string('must be a time zone such as Europe/Vienna')
      .max(64, 'must be a time zone such as Europe/Vienna')
      .refine(isTimeZone, 'must be a time zone such as Europe/Vienna')
      .describe('IANA name; quiet hours and digests go by it'),
    digest: z
      .enum(['none', 'hourly', 'daily'], 'must be none, hourly or daily')
      .describe('Not for webhooks; daily ones are sent at 9:00'),
  },
  'changed',
)
  .partial()
  .meta({ id: 'SubscriptionChange' })

/** PATCH /api/account/subscriptions/{id}. */
export const changeAccountSubscription = defineAccountEndpoint({
  ...ofChannels,
  name: 'changeAccountSubscription',
  method: 'PATCH',
  path: '/api/account/subscriptions/{id}',
  summary: 'Change what a channel is sent, and when; what is left out stays',
  params,
  body: change,
  response: subscriptionResponse,
  throws: ['NotFound', 'BadRequest'],
  examples: [
    {
      summary: 'Switch a channel off',
      given,
      ...ofExample,
      body: { enabled: false },
      response: { ...subscriptionExample, state: 'paused', enabled: false },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'Quiet hours of a webhook',
      given,
      ...ofExample,
      body: { quietHours: { from: '22:00', to: '07:00' } },
      description: 'webhooks have no quiet hours and no digest',
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'A field that stays as it is',
      given,
      ...ofExample,
      body: { networks: [1] },
      description:
        'networks cannot be changed, only label, types, enabled, quietHours, timeZone, digest',
    }),
    ...refusals.map((refused) => ({ ...refused, body: { enabled: false } })),
  ],
  run: async (ctx, { params: { id }, body: { quietHours: quiet, ...rest }, meta: { identity } }) =>
    viewSubscription(
      await changeSubscription(ctx, { id, ...identity }, { ...rest, quiet }),
      ctx.now(),
    ),
})

/** DELETE /api/account/subscriptions/{id}. */
export const deleteAccountSubscription = defineAccountEndpoint({
  ...alwaysOfChannels,
  name: 'deleteAccountSubscription',
  method: 'DELETE',
  path: '/api/account/subscriptions/{id}',
  summary: 'Remove a channel, and the record of what was sent there',
  params,
  response: z.object({ id: z.string().describe('ID of what was removed') }),
  throws: ['NotFound'],
  examples: [
    { summary: 'Remove it', given, ...ofExample, response: { id: subscriptionExample.id } },
    ...refusals,
  ],
  run: async (ctx, { params: { id }, meta: { identity } }) => {
    await removeSubscription(ctx, { id, ...identity })
    return { id }
  },
})

/** POST /api/account/subscriptions/{id}/test. */
export const testSubscription = defineAccountEndpoint({
  ...ofChannels,
  name: 'testSubscription',
  method: 'POST',
  path: '/api/account/subscriptions/{id}/test',
  summary: 'Send a test there at once; one test or retry in ten seconds',
  params,
  response: z
    .object({
      sent: z.boolean().describe('Whether it was taken'),
      status: z.int().nullable().describe('What was answered, where the receiver speaks HTTP'),
      error: failureResponse.nullable().describe('Why it was not taken'),
    })
    .meta({ id: 'TestOutcome' }),
  throws: ['NotFound', 'Conflict', 'RateLimited'],
  examples: [
    {
      summary: 'Nobody listens',
      given,
      ...ofExample,
      varies: true,
      response: { sent: false, status: null, error: { code: 'noAnswer' as const } },
    },
    ...refusals,
  ],
  run: async (ctx, { params: { id }, meta: { identity } }) => {
    const outcome = await sendTest(ctx, { id, ...identity })
    return {
      sent: outcome.kind === 'sent',
      status: outcome.status ?? null,
      error: outcome.kind === 'sent' ? null : outcome.error,
    }
  },
})

/** POST /api/account/subscriptions/{id}/secret. */
export const rotateWebhookSecret = defineAccountEndpoint({
  ...ofChannels,
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/account/subscriptions/{id}/secret',
  summary:
    'Give a webhook a new secret; for 24 hours messages are signed with the old one too, and another new one replaces the newest',
  params,
  response: z
    .object({
      subscription: subscriptionResponse.describe('The webhook'),
      secret: z.string().describe('What messages are signed with, told this once'),
    })
    .meta({ id: 'RotatedSecret' }),
  throws: ['NotFound', 'BadRequest'],
  examples: [
    {
      summary: 'A new secret',
      given,
      ...ofExample,
      varies: true,
      response: {
        subscription: { ...subscriptionExample, oldSecretUntil: '2026-11-22T09:30:00.000Z' },
        secret: webhookSecretExample,
      },
    },
    ...refusals,
  ],
  run: async (ctx, { params: { id }, meta: { identity } }) => {
    const { subscription, secret } = await rotateSecret(ctx, { id, ...identity })
    return { subscription: viewSubscription(subscription, ctx.now()), secret }
  },
})
