import webPush from 'web-push'
import type { Targets } from '@/lib/channels/channel'
import { makeUnsubscribeSecret } from '@/lib/channels/email/unsubscribe-mail'
import { messageLine } from '@/lib/channels/message-text'
import { saveEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import { telegramText } from '@/lib/channels/telegram/telegram-text'
import { makeWebhookSecret } from '@/lib/channels/webhook/webhook-signature'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { everywhere } from '@/lib/core/identity'
import { type Notification, notificationTypes } from '@/lib/core/notification'
import { inTransaction } from '@/lib/db/database'
import { type Channel, channels } from '@/lib/outbox/subscription'
import { type Receivers, startReceivers } from './delivery-fixture'
import { type MailServer, readMail, startMailServer } from './mail-server'
import { type PushService, startPushService } from './push-service'
import { botToken, startTelegram, type TelegramServer } from './telegram-server'
/** Servers of all channels, with a receiver per channel for each of some accounts. */
export type ChannelSinks = {
  /** The variables that point a service at these servers. */
  readonly environment: Readonly<Record<string, string>>
  readonly webhooks: Receivers
  /** Subscribes the accounts to all types on every channel. */
  readonly subscribe: (ctx: Context) => Promise<void>
  /** The messages to an account on a channel, in order, by {@link nameOnWire}; a repeated mail counts once. */
  readonly heard: (channel: Channel, account: Address) => string[]
  readonly close: () => Promise<void>
}

type Servers = {
  readonly webhooks: Receivers
  readonly telegram: TelegramServer
  readonly mail: MailServer
  readonly browsers: ReadonlyMap<Address, PushService>
  readonly accounts: readonly Address[]
}

/** Starts one server per channel, and one push service per account. */
export async function startSinks(accounts: readonly Address[]): Promise<ChannelSinks> {
  const [webhooks, telegram, mail, ...pushes] = await Promise.all([
    startReceivers(),
    startTelegram(),
    startMailServer(),
    ...accounts.map(() => startPushService()),
  ])
  const pairs = accounts.flatMap((account, index) => {
    const service = pushes[index]
    return service ? [[account, service] as const] : []
  })
  const servers: Servers = { webhooks, telegram, mail, browsers: new Map(pairs), accounts }
  return {
    environment: environmentOf(servers),
    webhooks,
    subscribe: (ctx) => subscribeAll(ctx, servers),
    heard: (channel, account) => readings[channel](servers, account),
    close: async () => {
      await Promise.all([webhooks, telegram, mail, ...pushes].map((server) => server.close()))
    },
  }
}

/** Returns what identifies a notification on a channel: its id, or its text on Telegram and in mail. */
export function nameOnWire(ctx: Context, channel: Channel, notification: Notification): string {
  if (channel === 'telegram') return telegramText(ctx.config, [notification])
  return channel === 'email' ? shortened(messageLine(notification)) : notification.id
}

const vapid = webPush.generateVAPIDKeys()

function environmentOf({ webhooks, telegram, mail, browsers }: Servers) {
  const hosts = [new URL(webhooks.url).host, ...[...browsers.values()].map(({ host }) => host)]
  return {
    ENCRYPTION_KEY: 'ab'.repeat(32),
    WEBHOOK_ALLOWED_HOSTS: hosts.join(','),
    TELEGRAM_BOT_TOKEN: botToken,
    TELEGRAM_URL: telegram.url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Coincide <no-reply@trade.example>',
    PUBLIC_URL: 'https://trade.example',
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: 'mailto:operator@trade.example',
  }
}

async function subscribeAll(ctx: Context, servers: Servers): Promise<void> {
  for (const account of servers.accounts) {
    const targets = targetsOf(servers, account)
    for (const channel of channels) {
      const wish = { label: channel, types: [...notificationTypes], isConfirmed: true }
      const facts = { ...everywhere(account), ...wish }
      await inTransaction(ctx.db, (tx) =>
        saveEndpoint(tx, ctx, {
          ...{ ...facts, channel, target: targets[channel] },
          ...secrets[channel],
        }),
      )
    }
  }
}

/** Signing and unsubscribe secrets of the channels that need one. */
const secrets: Readonly<Partial<Record<Channel, { readonly secret: string }>>> = {
  webhook: { secret: makeWebhookSecret() },
  email: { secret: makeUnsubscribeSecret() },
}

function targetsOf({ webhooks, browsers, accounts }: Servers, account: Address): Targets {
  const browser = browsers.get(account)
  if (!browser) throw new Error(`account ${account} has no receivers`)
  return {
    telegram: { chatId: chatOf(accounts, account) },
    web_push: browser.subscription,
    email: { address: mailboxOf(account) },
    webhook: { url: `${webhooks.url}/${account}` },
  }
}

const chatOf = (accounts: readonly Address[], account: Address) =>
  String(accounts.indexOf(account) + 1)
const mailboxOf = (account: Address) => `${account}@readers.example`

const readings: Readonly<Record<Channel, (servers: Servers, account: Address) => string[]>> = {
  telegram: ({ telegram, accounts }, account) => telegram.textsTo(chatOf(accounts, account)),
  web_push: ({ browsers }, account) =>
    (browsers.get(account)?.messages ?? []).map(({ text }) => (JSON.parse(text) as Tagged).tag),
  email: ({ mail }, account) => {
    const own = mail.mails.filter(({ to }) => to === mailboxOf(account))
    const read = own.map(({ raw }) => readMail(raw).headers)
    const byId = new Map(read.map((headers) => [headers.get('message-id')?.[0], headers]))
    return [...byId.values()].map((headers) => shortened(headers.get('subject')?.[0] ?? ''))
  },
  webhook: ({ webhooks }, account) => webhooks.idsAt(`/${account}`),
}

type Tagged = { readonly tag: string }

/** Mail subjects are cut to 100 characters. */
const shortened = (line: string) => line.slice(0, 100)
