import type { Targets } from '@/lib/channels/channel'
import { askForConfirmation } from '@/lib/channels/email/mail-confirmation'
import { requireMailSettings } from '@/lib/channels/email/send-mail'
import { parseReceiverUrl } from '@/lib/channels/webhook/receiver-url'
import { findHostFault } from '@/lib/channels/webhook/ssrf-safe-post'
import { makeWebhookSecret } from '@/lib/channels/webhook/webhook-signature'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import type { NotificationType } from '@/lib/notifications/notification'
import { keepReceiver, type NewReceiver, renewReceiver } from './save-endpoint'
import { cleanLabel, maskMail, maxSubscriptions, type Subscription } from './subscription'
import { type Kept, updateSubscription, widenSubscription } from './subscription-store'

/** What every wish for a subscription says. */
type Wish = Identity & {
  readonly types: readonly NotificationType[]
  /** How its owner wants to call it. */
  readonly label: string | undefined
}

/**
 * Subscribes an account on a webhook, and gives the secret that its messages are signed with: it is told this once.
 *
 * @throws {ServiceError} BadRequest when the address may not be sent to, Conflict when the account has it or ten
 *   subscriptions, ServiceUnavailable without an ENCRYPTION_KEY.
 */
export async function addWebhook(
  ctx: Context,
  { url: text, label, ...wish }: Wish & Targets['webhook'],
): Promise<{ readonly subscription: Subscription; readonly secret: string }> {
  const url = await checkReceiver(ctx, text)
  const secret = makeWebhookSecret()
  const receiver = {
    ...wish,
    channel: 'webhook',
    target: { url: url.href },
    label: cleanLabel(label ?? '') ?? nameHost(url),
    isConfirmed: true,
    secret,
  } as const
  return { subscription: await keepNew(ctx, receiver), secret }
}

/**
 * Subscribes an account on a mail address, which is asked by mail and sent to once it agrees. Asked for again while
 * it has not agreed, the mail goes out again.
 *
 * @throws {ServiceError} Conflict when the account has it already or has ten subscriptions, RateLimited when the
 *   address was asked too often, BadRequest, InternalServerError or ServiceUnavailable when no mail can be sent.
 */
export async function addMail(
  ctx: Context,
  { address, label, ...wish }: Wish & Targets['email'],
): Promise<Subscription> {
  requireMailSettings(ctx)
  const target = { address }
  const named = cleanLabel(label ?? '') ?? maskMail(address)
  const receiver = { ...wish, channel: 'email', target, label: named, isConfirmed: false } as const
  const subscription = await inTransaction(ctx.db, async (tx) => {
    const kept = subscriptionOf(await keepReceiver(tx, ctx, receiver))
    if (kept.isConfirmed) throw taken()
    const key = { ...wish, id: kept.id }
    await widenSubscription(tx, key)
    const { label: name, types } = receiver
    return (await updateSubscription(tx, key, { label: name, types })) ?? kept
  })
  const { account, networks } = wish
  await askForConfirmation(ctx, { subscriptionId: subscription.id, account, networks, address })
  return subscription
}

/**
 * Subscribes an account on a browser, as the browser's push manager names it; one that it has already is renewed.
 *
 * @throws {ServiceError} BadRequest when the push service may not be sent to, Conflict when the account has ten
 *   subscriptions, ServiceUnavailable when there is no web push here.
 */
export async function addBrowser(
  ctx: Context,
  { endpoint, keys, label, ...wish }: Wish & Targets['web_push'],
): Promise<Subscription> {
  if (!ctx.config.channels.webPush) {
    throw new ServiceError('ServiceUnavailable', 'web push is switched off on this service')
  }
  const url = await checkReceiver(ctx, endpoint)
  const target = { endpoint: url.href, keys }
  const named = cleanLabel(label ?? '') ?? 'Browser'
  const receiver = {
    ...wish,
    channel: 'web_push',
    target,
    label: named,
    isConfirmed: true,
  } as const
  return subscriptionOf(await inTransaction(ctx.db, (tx) => renewReceiver(tx, ctx, receiver)))
}

/** The subscription that was kept. @throws {ServiceError} Conflict when the account has ten. */
export function subscriptionOf(kept: Kept): Subscription {
  if (kept.kind !== 'full') return kept.subscription
  throw new ServiceError(
    'Conflict',
    `an account has ${maxSubscriptions} channels at most, remove one first`,
  )
}

async function keepNew(ctx: Context, receiver: NewReceiver<'webhook'>): Promise<Subscription> {
  const kept = await inTransaction(ctx.db, (tx) => keepReceiver(tx, ctx, receiver))
  if (kept.kind === 'known') throw taken()
  return subscriptionOf(kept)
}

function taken(): ServiceError {
  return new ServiceError('Conflict', 'the account has this channel already')
}

/**
 * The address of a receiver that an account named, whose host may be sent to.
 *
 * @throws {ServiceError} BadRequest saying what to change.
 */
export async function checkReceiver(ctx: Context, text: string): Promise<URL> {
  const url = parseReceiverUrl(ctx.config.channels, text)
  const fault = await findHostFault(ctx, url)
  if (fault === undefined) return url
  throw new ServiceError('BadRequest', `url cannot be sent to: ${fault}`)
}

function nameHost({ host }: URL): string {
  return cleanLabel(host) ?? 'Webhook'
}
