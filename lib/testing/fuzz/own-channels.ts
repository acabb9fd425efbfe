import { randomBytes } from 'node:crypto'
import { makeConfirmationToken } from '@/lib/channels/email/mail-confirmation'
import { unsubscribeToken } from '@/lib/channels/email/unsubscribe-mail'
import { open } from '@/lib/channels/encryption/encrypt'
import { saveEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import { notificationTypes } from '@/lib/core/notification'
import { toUnixSeconds } from '@/lib/core/time'
import type { FuzzFixture } from './fuzz-fixture'

/** Settings under which accounts have channels; no server listens at the host. */
export const channelEnvironment = {
  ENCRYPTION_KEY: 'ab'.repeat(32),
  WEBHOOK_ALLOWED_HOSTS: 'localhost:1',
} as const

/** Returns an unused URL. */
export const newUrl = () => `http://localhost:1/${randomBytes(8).toString('hex')}`

type Fixture = Pick<FuzzFixture, 'ctx' | 'owner'>

/** Removes the account's channels, to make room for a new one. */
export async function removeChannels({ ctx, owner }: Fixture): Promise<void> {
  await ctx.db.subscription.deleteMany({ where: { account: owner } })
}

const facts = { networks: null, types: notificationTypes, label: 'Fuzz' } as const

async function idOf(kept: ReturnType<typeof saveEndpoint>): Promise<string> {
  const outcome = await kept
  if (outcome.kind === 'full') throw new Error('the account has too many channels')
  return outcome.subscription.id
}

/** Replaces the account's channels with one webhook; returns its id. */
export async function onlyWebhook(fixture: Fixture): Promise<string> {
  await removeChannels(fixture)
  const { ctx, owner: account } = fixture
  const webhook = { channel: 'webhook', target: { url: newUrl() }, secret: 'whsec_AAAA' } as const
  return idOf(saveEndpoint(ctx.db, ctx, { ...facts, ...webhook, account, isConfirmed: true }))
}

/** Replaces the account's channels with one browser; returns its id. */
export async function onlyBrowser(fixture: Fixture): Promise<string> {
  await removeChannels(fixture)
  const { ctx, owner: account } = fixture
  const target = { endpoint: newUrl(), keys: { p256dh: 'AAAA', auth: 'AAAA' } }
  const browser = { channel: 'web_push', target } as const
  return idOf(saveEndpoint(ctx.db, ctx, { ...facts, ...browser, account, isConfirmed: true }))
}

/** Replaces the account's channels with one mail address; returns the tokens of its mail links. */
export async function mailTokens(
  fixture: Fixture,
): Promise<{ readonly toAgree: string; readonly toEnd: string }> {
  await removeChannels(fixture)
  const { ctx, owner: account } = fixture
  const mail = { channel: 'email', target: { address: 'anna@mail.example' } } as const
  const kept = saveEndpoint(ctx.db, ctx, { ...facts, ...mail, account, isConfirmed: false })
  const subscriptionId = await idOf(kept)
  const row = await ctx.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } })
  const secret = open(ctx.config, 'secret', row.secret ?? '')
  const expiresAt = toUnixSeconds(ctx.now()) + 3_600
  return {
    toAgree: makeConfirmationToken(ctx.config, { subscriptionId, expiresAt }),
    toEnd: unsubscribeToken({ subscriptionId, secret }),
  }
}

/** Stores a dead delivery of the account; returns its id. */
export async function deadDelivery(fixture: Fixture): Promise<string> {
  const subscriptionId = await onlyWebhook(fixture)
  const { db } = fixture.ctx
  const { id: notificationId } = await db.notification.findFirstOrThrow()
  const { id } = await db.delivery.create({
    data: { subscriptionId, notificationId, state: 'dead', attempts: 8, dueAt: new Date() },
  })
  return String(id)
}
