import type { Targets } from '@/lib/channels/channel'
import { channelError } from '@/lib/channels/channel-error'
import { sendConfirmationMail } from '@/lib/channels/email/mail-confirmation'
import { requireMailSettings } from '@/lib/channels/email/send-mail'
import { parseEndpointUrl } from '@/lib/channels/webhook/endpoint-url'
import { isReachableHost } from '@/lib/channels/webhook/ssrf-safe-post'
import { makeWebhookSecret } from '@/lib/channels/webhook/webhook-signature'
import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import type { NotificationType } from '@/lib/core/notification'
import { inTransaction } from '@/lib/db/database'
import { maxSubscriptions, type Subscription } from '@/lib/outbox/subscription'
import {
  type SaveResult,
  updateSubscription,
  widenSubscription,
} from '@/lib/outbox/subscription-store'
import { cleanLabel, maskMail } from './label'
import { type NewEndpoint, renewEndpoint, saveEndpoint } from './save-endpoint'

/** The common part of a subscription request. */
type SubscriptionRequest = Identity & {
  readonly types: readonly NotificationType[]
  /** The owner's name for it. */
  readonly label: string | undefined
}

/**
 * Adds a webhook subscription and returns its signing secret, which is shown only this once.
 *
 * @throws {ServiceError} BadRequest when the URL is not allowed, Conflict when the account has it or ten subscriptions,
 * ServiceUnavailable without ENCRYPTION_KEY.
 */
export async function addWebhook(
  ctx: Context,
  { url: text, label, ...rest }: SubscriptionRequest & Targets['webhook'],
): Promise<{ readonly subscription: Subscription; readonly secret: string }> {
  const url = await checkEndpointUrl(ctx, text)
  const secret = makeWebhookSecret()
  const receiver = {
    ...rest,
    channel: 'webhook',
    target: { url: url.href },
    label: cleanLabel(label ?? '') ?? nameHost(url),
    isConfirmed: true,
    secret,
  } as const
  return { subscription: await keepNew(ctx, receiver), secret }
}

/**
 * Adds a mail subscription and sends its confirmation mail; nothing else is sent before the reader confirms. Called
 * again before that, it resends the confirmation mail.
 *
 * @throws {ServiceError} Conflict when the account has it already or has ten subscriptions, RateLimited after too many
 * confirmation mails, BadRequest, InternalServerError or ServiceUnavailable when no mail can be sent.
 */
export async function addMail(
  ctx: Context,
  { address, label, ...rest }: SubscriptionRequest & Targets['email'],
): Promise<Subscription> {
  requireMailSettings(ctx)
  const target = { address }
  const named = cleanLabel(label ?? '') ?? maskMail(address)
  const receiver = { ...rest, channel: 'email', target, label: named, isConfirmed: false } as const
  const subscription = await inTransaction(ctx.db, async (tx) => {
    const saved = subscriptionOf(await saveEndpoint(tx, ctx, receiver))
    if (saved.isConfirmed) throw channelError({ code: 'channelKnown' })
    const key = { ...rest, id: saved.id }
    await widenSubscription(tx, key)
    const { label: name, types } = receiver
    return (await updateSubscription(tx, key, { label: name, types })) ?? saved
  })
  const { account, networks } = rest
  await sendConfirmationMail(ctx, { subscriptionId: subscription.id, account, networks, address })
  return subscription
}

/**
 * Adds a web push subscription as created by the browser's push manager, or renews an existing one.
 *
 * @throws {ServiceError} BadRequest when the push service's host is not allowed, Conflict when the account has ten
 * subscriptions, ServiceUnavailable when web push is not configured.
 */
export async function addBrowser(
  ctx: Context,
  { endpoint, keys, label, ...rest }: SubscriptionRequest & Targets['web_push'],
): Promise<Subscription> {
  if (!ctx.config.channels.webPush) {
    throw channelError({ code: 'channelOff', channel: 'web_push' })
  }
  const url = await checkEndpointUrl(ctx, endpoint)
  const target = { endpoint: url.href, keys }
  const named = cleanLabel(label ?? '') ?? 'Browser'
  const receiver = {
    ...rest,
    channel: 'web_push',
    target,
    label: named,
    isConfirmed: true,
  } as const
  return subscriptionOf(await inTransaction(ctx.db, (tx) => renewEndpoint(tx, ctx, receiver)))
}

/** Returns the stored subscription. @throws {ServiceError} Conflict when the account has ten. */
export function subscriptionOf(saved: SaveResult): Subscription {
  if (saved.kind !== 'full') return saved.subscription
  throw channelError({ code: 'channelsFull', most: maxSubscriptions })
}

async function keepNew(ctx: Context, receiver: NewEndpoint<'webhook'>): Promise<Subscription> {
  const saved = await inTransaction(ctx.db, (tx) => saveEndpoint(tx, ctx, receiver))
  if (saved.kind === 'known') throw channelError({ code: 'channelKnown' })
  return subscriptionOf(saved)
}

/**
 * Parses and checks a URL supplied by an account.
 *
 * @throws {ServiceError} BadRequest saying what to change.
 */
export async function checkEndpointUrl(ctx: Context, text: string): Promise<URL> {
  const url = parseEndpointUrl(ctx.config.channels, text)
  if (await isReachableHost(ctx, url)) return url
  throw channelError({ code: 'unknownHost' })
}

function nameHost({ host }: URL): string {
  return cleanLabel(host) ?? 'Webhook'
}
