import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { messageRefusal } from '@/lib/api/declare/example'
import { isoTime, onlyFields } from '@/lib/api/declare/fields'
import { addBrowser, addMail, addWebhook } from '@/lib/channels/subscriptions/add-subscription'
import { createTelegramLink } from '@/lib/channels/telegram/telegram-link'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import { notificationTypes } from '@/lib/core/notification'
import { type Channel, channels } from '@/lib/outbox/subscription'
import { listSubscriptions } from '@/lib/outbox/subscription-store'
import { defineAccountEndpoint, notSignedIn } from './account-endpoint'
import {
  eventTypes,
  ofChannels,
  pushKeys,
  subscriptionExample,
  subscriptionResponse,
  viewSubscription,
  webhookSecretExample,
} from './subscription-fields'

const given = 'an added webhook'

/** GET /api/account/subscriptions. */
export const listAccountSubscriptions = defineAccountEndpoint({
  ...ofChannels,
  name: 'listAccountSubscriptions',
  method: 'GET',
  path: '/api/account/subscriptions',
  summary:
    'Where the account has its notifications sent, in the order in which they were added; without channels that reach further than its session',
  response: z.object({
    subscriptions: z.array(subscriptionResponse).describe('Ten for a network at most'),
  }),
  examples: [
    { summary: 'A webhook', given, response: { subscriptions: [subscriptionExample] } },
    notSignedIn,
  ],
  run: async (ctx, { meta: { identity } }) => ({
    subscriptions: (await listSubscriptions(ctx.db, identity)).map((one) =>
      viewSubscription(one, ctx.now()),
    ),
  }),
})

const mailAddress = z
  .email('must be a mail address')
  .max(254, 'must have 254 characters at most')
  .describe('email: the address; it is asked by mail first')

/** Fields of each channel, in addition to `channel` and `types`. */
const ownFields: Readonly<Record<Channel, readonly string[]>> = {
  webhook: ['label', 'url'],
  email: ['label', 'address'],
  web_push: ['label', 'endpoint', 'keys'],
  telegram: [],
}

const body = onlyFields({
  channel: z.enum(channels, `must be of ${channels.join(', ')}`).describe('What to send by'),
  types: eventTypes.default([...notificationTypes]),
  label: z
    .string('must be text')
    .max(200, 'must have 200 characters at most')
    .optional()
    .describe('How to call it; the host, the masked address or the browser unless given'),
  url: z.string('must be text').optional().describe('webhook: the https address to post to'),
  address: mailAddress.optional(),
  endpoint: z
    .string('must be text')
    .optional()
    .describe('web_push: endpoint of the push manager’s subscription'),
  keys: pushKeys.optional(),
})
  .superRefine(({ channel, ...rest }, issues) => {
    const known = ['channel', 'types', ...ownFields[channel]]
    const foreign = Object.keys(rest).filter((name) => !known.includes(name))
    if (foreign.length === 0) return
    const message = `${foreign.slice(0, 3).join(', ')} cannot be given, only ${known.join(', ')}`
    issues.addIssue({ code: 'custom', message })
  })
  .meta({ id: 'NewSubscription' })

const response = z
  .object({
    subscription: subscriptionResponse.optional().describe('What was added'),
    secret: z
      .string()
      .optional()
      .describe('webhook: what messages are signed with (Standard Webhooks), told this once'),
    link: z
      .object({
        url: z.string().describe('To be opened in Telegram; works once'),
        expiresAt: isoTime.describe('When it no longer works'),
      })
      .optional()
      .describe('telegram: the link that adds the chat in which it is opened'),
  })
  .meta({ id: 'AddedSubscription' })

type NewSubscription = z.output<typeof body>
const webhook = { channel: 'webhook', url: 'http://localhost:8080/hook' }

/** POST /api/account/subscriptions. */
export const addSubscription = defineAccountEndpoint({
  ...ofChannels,
  name: 'addSubscription',
  method: 'POST',
  path: '/api/account/subscriptions',
  summary: 'Have notifications sent to a webhook, a mail address, this browser or a Telegram chat',
  body,
  response,
  status: 201,
  otherStatuses: {
    202: 'The receiver is to agree first: by the link in a mail, or by opening the one for Telegram',
  },
  throws: ['BadRequest', 'Conflict', 'RateLimited', 'ServiceUnavailable'],
  examples: [
    {
      summary: 'A webhook',
      body: { ...webhook, types: subscriptionExample.types },
      varies: true,
      response: { subscription: subscriptionExample, secret: webhookSecretExample },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'A host that is not public',
      body: { channel: 'webhook', url: 'https://127.0.0.1/hook' },
      description: 'url cannot be sent to: its host was not found on the public Internet',
      reason: { code: 'unknownHost' },
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'A webhook without an address',
      body: { channel: 'webhook' },
      description: 'url is missing',
    }),
    messageRefusal({
      code: 'Conflict',
      summary: 'The same webhook again',
      given,
      body: webhook,
      description: 'the account has this channel already',
      reason: { code: 'channelKnown' },
    }),
    messageRefusal({
      code: 'ServiceUnavailable',
      summary: 'A channel that the service does not have',
      body: { channel: 'email', address: 'anna@example.org' },
      description: 'e-mail is switched off on this service',
      reason: { code: 'channelOff', channel: 'email' },
    }),
    { ...notSignedIn, body: webhook },
  ],
  run: (ctx, { body: wish, meta: { identity } }) => add(ctx, identity, wish),
})

async function add(ctx: Context, identity: Identity, wish: NewSubscription) {
  const { channel, types, label } = wish
  const facts = { ...identity, types, label }
  if (channel === 'telegram') {
    const { url, expiresAtMs } = await createTelegramLink(ctx, { ...identity, types })
    return answer({ status: 202, body: { link: { url, expiresAt: new Date(expiresAtMs) } } })
  }
  if (channel === 'webhook') {
    const url = needed('url', wish.url)
    const { subscription, secret } = await addWebhook(ctx, { ...facts, url })
    return answer({
      status: 201,
      body: { subscription: viewSubscription(subscription, ctx.now()), secret },
    })
  }
  if (channel === 'email') {
    const address = needed('address', wish.address)
    const subscription = viewSubscription(await addMail(ctx, { ...facts, address }), ctx.now())
    return answer({ status: 202, body: { subscription } })
  }
  const endpoint = needed('endpoint', wish.endpoint)
  const keys = needed('keys', wish.keys)
  const subscription = viewSubscription(
    await addBrowser(ctx, { ...facts, endpoint, keys }),
    ctx.now(),
  )
  return answer({ status: 201, body: { subscription } })
}

function needed<T>(name: string, value: T | undefined): T {
  if (value !== undefined) return value
  throw new ServiceError('BadRequest', `${name} is missing`)
}
