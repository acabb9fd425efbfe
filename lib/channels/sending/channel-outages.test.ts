import { afterAll, expect } from 'vitest'
import webPush from 'web-push'
import type { Targets } from '@/lib/channels/channel'
import { saveEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import { everywhere } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import type { Channel } from '@/lib/outbox/subscription'
import { accountOf, saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { type MailServer, startMailServer } from '@/lib/testing/channels/mail-server'
import { type PushService, startPushService } from '@/lib/testing/channels/push-service'
import { telegramEnvironment } from '@/lib/testing/channels/telegram-fixture'
import { startTelegram, type TelegramServer } from '@/lib/testing/channels/telegram-server'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { deliver } from './deliver'
import { senders } from './senders'

let telegram: TelegramServer
let mail: MailServer
let push: PushService
let database: TestDatabase
let ctx: ReturnType<typeof createTestContext>

test.beforeAll(async ({ database: empty }) => {
  telegram = await startTelegram()
  mail = await startMailServer()
  push = await startPushService()
  database = empty
  const vapid = webPush.generateVAPIDKeys()
  const environment = {
    ...telegramEnvironment(telegram),
    SMTP_URL: mail.url,
    MAIL_FROM: 'no-reply@trade.example',
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: 'mailto:operator@trade.example',
    WEBHOOK_ALLOWED_HOSTS: push.host,
  }
  ctx = createTestContext({ url: database.url, environment })
})
afterAll(async () => {
  await Promise.all([telegram.close(), mail.close(), push.close()])
  await ctx.db.$disconnect()
})

type Case = {
  readonly target: () => Targets[Channel]
  readonly goDown: () => void
  readonly comeBack: () => void
  /** Messages received by the endpoint. */
  readonly received: () => number
}

const cases: Readonly<Record<Exclude<Channel, 'webhook'>, Case>> = {
  telegram: {
    target: () => ({ chatId: '77' }),
    goDown: () => {
      telegram.isDown = true
    },
    comeBack: () => {
      telegram.isDown = false
    },
    received: () => telegram.textsTo(77).length,
  },
  email: {
    target: () => ({ address: 'ann@example.org' }),
    goDown: () => {
      mail.refuse = { greeting: 'cut' }
    },
    comeBack: () => {
      mail.refuse = {}
    },
    received: () => mail.mails.length,
  },
  web_push: {
    target: () => push.subscription,
    goDown: () => push.answers.push({ status: 503 }, { status: 503 }, { status: 503 }),
    comeBack: () => push.answers.splice(0),
    received: () => push.messages.length,
  },
}

test.each(['telegram', 'email', 'web_push'] as const)(
  'notifications created while %s is down arrive once after it recovers',
  async (channel) => {
    const { target, goDown, comeBack, received } = cases[channel]
    const account = accountOf(channel.length)
    const facts = {
      ...everywhere(account),
      channel,
      target: target(),
      label: 'x',
      isConfirmed: true,
    } as const
    const kept = await inTransaction(ctx.db, (tx) =>
      saveEndpoint<Channel>(tx, ctx, { ...facts, types: ['order_filled'] }),
    )
    if (kept.kind === 'full') throw new Error('there is room')
    const turn = {
      subscriptionId: kept.subscription.id,
      senders,
      signal: new AbortController().signal,
    }
    ctx.clock.set(Date.now() + 60_000)
    goDown()
    await saveTestNotifications(ctx, account, [`${channel}-1`, `${channel}-2`])
    for (let attempt = 0; attempt < 3; attempt++) {
      await deliver(ctx, turn)
      ctx.clock.advance(1_000)
    }
    const rows = () => ctx.db.delivery.findMany({ where: { subscriptionId: turn.subscriptionId } })
    expect((await rows()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    const shown = await ctx.db.subscription.findUniqueOrThrow({
      where: { id: turn.subscriptionId },
    })
    expect(shown.failingSince).not.toBeNull()
    expect(shown.lastError).toMatch(/^(?:telegram|mailServer|push)/)
    comeBack()
    const before = channel === 'web_push' ? received() : 0
    ctx.clock.advance(6_000)
    for (let count = 0; count < 4; count++) {
      await deliver(ctx, turn)
      ctx.clock.advance(1_000)
    }
    expect(await rows()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
    expect(received() - before).toBe(2)
  },
)
