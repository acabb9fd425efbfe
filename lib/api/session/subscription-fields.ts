import { z } from 'zod'
import { messageRefusal } from '@/lib/api/declare/example'
import { isoTime, onlyFields, reach } from '@/lib/api/declare/fields'
import { notificationTypes } from '@/lib/core/notification'
import { areNotificationsOn } from '@/lib/notifications/notification-view'
import { channels, type Subscription, stateOf, subscriptionStates } from '@/lib/outbox/subscription'
import { failureResponse } from './failure-fields'

const key = (bytes: number, name: string) =>
  z
    .string('must be base64url')
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be base64url')
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, `must have ${bytes} bytes`)
    .describe(name)

/** Authentication secret shared by browser and service (RFC 8291). */
export const pushAuth = key(16, 'Its authentication secret')

/** Keys of a push subscription. */
export const pushKeys = z
  .object({
    p256dh: key(65, 'Public key of the browser'),
    auth: pushAuth,
  })
  .describe('web_push: keys of the push manager’s subscription')

/** Shared declaration of the channel endpoints. */
export const ofChannels = {
  tag: 'Channels',
  enabled: areNotificationsOn,
} as const

/** Shared declaration of the endpoints to unsubscribe, export and delete, which no setting disables. */
export const alwaysOfChannels = { tag: 'Channels' } as const

/** A time of day, parsed to minutes after midnight. */
const timeOfDay = z
  .string('must be a time of day such as 22:00')
  .regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time of day such as 22:00')
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))

/** Quiet hours, in which nothing is sent. */
export const quietHours = onlyFields({
  from: timeOfDay.describe('When they begin, in `timeZone`'),
  to: timeOfDay.describe('When they end; of the next day if that is earlier'),
})
  .refine(({ from, to }) => from !== to, 'must begin and end at different times')
  .meta({ id: 'QuietHours' })

/** Event types that a channel receives. */
export const eventTypes = z
  .array(z.enum(notificationTypes, `must be of ${notificationTypes.join(', ')}`), 'must be a list')
  .min(1, 'must name one type at least')
  .max(notificationTypes.length, 'must name each type once')
  .refine((types) => new Set(types).size === types.length, 'must name each type once')
  .describe('What is sent there; spec: Events')

/** Id of a subscription in a path. */
export const subscriptionId = z
  .uuid('must be the id of a channel')
  .describe('ID of the channel, as GET /api/account/subscriptions lists it')

/** Schema of a subscription. */
export const subscriptionResponse = z
  .object({
    id: z.uuid().describe('Names the channel'),
    channel: z.enum(channels).describe('What it is sent by'),
    label: z.string().describe('How its owner knows it; tells the address in part at most'),
    state: z
      .enum(subscriptionStates)
      .describe('unconfirmed: the receiver has not agreed; stopped: the service gave it up'),
    types: z.array(z.enum(notificationTypes)).describe('What is sent there'),
    networks: reach.describe('Chain IDs of the networks that are told of; null: all of them'),
    enabled: z.boolean().describe('The switch of its owner'),
    quietHours: z
      .object({
        from: z.string().describe('When they begin, as 22:00'),
        to: z.string().describe('When they end'),
      })
      .nullable()
      .describe('Times of day between which nothing is sent'),
    timeZone: z.string().describe('IANA name'),
    digest: z.enum(['none', 'hourly', 'daily']).describe('How often news are sent together'),
    createdAt: isoTime.describe('When it was added'),
    agreedAt: isoTime
      .nullable()
      .describe('When the receiver last agreed, as by linking a chat again'),
    lastSentAt: isoTime.nullable().describe('When it last took something'),
    lastError: failureResponse.nullable().describe('Why it did not take the last one'),
    failingSince: isoTime.nullable().describe('Since when it has taken nothing'),
    stoppedAt: isoTime.nullable().describe('When the service gave it up'),
    stoppedReason: failureResponse.nullable().describe('Why the service gave it up'),
    oldSecretUntil: isoTime
      .nullable()
      .describe(
        'Webhooks: until when messages are signed with the secret before this one too; null once they no longer are',
      ),
  })
  .meta({ id: 'Subscription' })

/** Renders {@link subscriptionResponse} at `nowMs` (Unix milliseconds), with times as Dates. */
export function viewSubscription(subscription: Subscription, nowMs: number) {
  const { id, channel, label, types, networks, isEnabled, rhythm, stopped } = subscription
  const { oldSecretUntilMs = 0 } = subscription
  return {
    ...{ id, channel, label, state: stateOf(subscription), types, networks, enabled: isEnabled },
    quietHours: rhythm.quiet
      ? { from: clockText(rhythm.quiet.from), to: clockText(rhythm.quiet.to) }
      : null,
    timeZone: rhythm.timeZone,
    digest: rhythm.digest,
    createdAt: new Date(subscription.createdAtMs),
    agreedAt: timeOrNull(subscription.agreedAtMs),
    lastSentAt: timeOrNull(subscription.lastSentAtMs),
    lastError: subscription.lastError ?? null,
    failingSince: timeOrNull(subscription.failingSinceMs),
    stoppedAt: timeOrNull(stopped?.atMs),
    stoppedReason: stopped?.reason ?? null,
    oldSecretUntil: timeOrNull(nowMs < oldSecretUntilMs ? oldSecretUntilMs : undefined),
  }
}

/** Converts Unix milliseconds to a Date; null if undefined. */
export function timeOrNull(ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(ms)
}

function clockText(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Example webhook. */
export const subscriptionExample = {
  id: '0b3f9a52-7c1e-4f66-9d0a-51c2f4a7e810',
  channel: 'webhook' as const,
  label: 'localhost:8080',
  state: 'on' as const,
  types: ['order_filled' as const, 'order_expired' as const],
  networks: null,
  enabled: true,
  quietHours: null,
  timeZone: 'UTC',
  digest: 'none' as const,
  createdAt: '2026-11-21T09:30:00.000Z',
  agreedAt: '2026-11-21T09:30:00.000Z',
  lastSentAt: null,
  lastError: null,
  failingSince: null,
  stoppedAt: null,
  stoppedReason: null,
  oldSecretUntil: null,
}

/** Example webhook secret. */
export const webhookSecretExample = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0w5vQm0Yh1A='

/** Path parameters of the example webhook. */
export const ofExample = { params: { id: subscriptionExample.id } } as const

/** Example of an unknown subscription. */
export const unknownSubscription = messageRefusal({
  code: 'NotFound',
  summary: 'A channel that is not there',
  ...ofExample,
  description: 'the account has no such channel',
  reason: { code: 'channelMissing' },
})

/** Example of a malformed subscription id. */
export const malformedSubscription = messageRefusal({
  code: 'BadRequest',
  summary: 'A malformed ID',
  params: { id: '1' },
  description: 'id must be the id of a channel',
})
