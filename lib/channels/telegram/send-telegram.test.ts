import { beforeEach, expect } from 'vitest'
import { type TelegramFixture, telegramEnvironment } from '@/lib/testing/channels/telegram-fixture'
import { botToken } from '@/lib/testing/channels/telegram-server'
import { testNotification } from '@/lib/testing/channels/test-notification'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { sendTelegram } from './send-telegram'
import { findBotName } from './telegram-api'

let fixture: TelegramFixture
let telegram: TelegramFixture['telegram']
let ctx: TelegramFixture['ctx']
let chat = 0

test.beforeAll(async ({ bot }) => {
  fixture = bot
  ;({ telegram, ctx } = fixture)
})
beforeEach(() => {
  chat += 1
  telegram.refuse = undefined
  telegram.isDown = false
  ctx.clock.set(1_800_000_000_000 + chat * 60_000)
})

const receiver = (chatId = chat) => ({
  subscriptionId: '00000000-0000-4000-8000-000000000000',
  account: testNotification().account,
  target: { chatId: String(chatId) },
  secrets: [],
})
const send = (chatId?: number, notifications = [testNotification()]) =>
  sendTelegram(ctx, receiver(chatId), notifications)
const refuse = (error_code: number, retry_after?: number) => {
  telegram.refuse = () => ({
    ok: false,
    error_code,
    description: 'no',
    ...(retry_after ? { parameters: { retry_after } } : {}),
  })
}

test('a notification is one HTML message without a link preview', async () => {
  expect(await send()).toEqual({ kind: 'sent', status: 200 })
  expect(telegram.calls.at(-1)?.payload).toEqual({
    chat_id: String(chat),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    text: [
      '<b>Order filled</b>',
      'Order filled: sold 1 WETH for 3,021.55 USDC on Ethereum.',
      `Account 0x1111…1111 · <a href="https://trade.example/orders/0x${'ab'.repeat(56)}?chain=mainnet">Open the order</a>`,
    ].join('\n'),
  })
})

test('a test message says so and links to no order', async () => {
  const metadata = { orderId: '0x01', executedAmount: '0', chainId: 1, test: true } as const
  await send(chat, [testNotification({ message: 'This is a test.', metadata })])
  expect(telegram.textsTo(chat)).toEqual(['<b>Test</b>\nThis is a test.\nAccount 0x1111…1111'])
})

test('a digest is one message of at most 4,096 characters and says how many notifications it omits', async () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    testNotification({ id: `${index}`, message: `Number ${index} ${'<&>'.repeat(60)}` }),
  )
  expect(await send(chat, many.slice(0, 3))).toMatchObject({ kind: 'sent' })
  expect(telegram.textsTo(chat).at(-1)?.split('\n')).toHaveLength(5)
  ctx.clock.advance(1_000)
  expect(await send(chat, many)).toMatchObject({ kind: 'sent' })
  const text = telegram.textsTo(chat).at(-1) ?? ''
  const shown = text.match(/•/g)?.length ?? 0
  expect(shown).toBeGreaterThan(2)
  expect(text).toContain(`… and ${100 - shown} more in your inbox`)
})

test('a chat gets one message a second, and earlier ones are postponed', async () => {
  ctx.clock.set(ctx.now() + 250)
  expect(await send()).toMatchObject({ kind: 'sent' })
  expect(await send()).toEqual({
    kind: 'later',
    error: { code: 'telegramBusy' },
    afterMs: 750,
  })
  ctx.clock.advance(750)
  expect(await send()).toMatchObject({ kind: 'sent' })
})

const otherWorker = () =>
  createTestContext({
    url: fixture.database.url,
    now: ctx.now(),
    environment: telegramEnvironment(telegram),
  })

test('all workers together send 25 messages a second', async () => {
  const other = otherWorker()
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      sendTelegram(index % 2 ? ctx : other, receiver(1_000 + index), [testNotification()]),
    ),
  )
  await other.db.$disconnect()
  expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(25)
  const waits = outcomes.flatMap((outcome) => (outcome.kind === 'later' ? [outcome.afterMs] : []))
  expect(waits).toHaveLength(35)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(8_000)
})

test('all workers honour a 429 of a chat for as long as it asks, without delaying other chats', async () => {
  refuse(429, 35)
  const error = { code: 'telegramRateLimited', seconds: 35 }
  expect(await send()).toEqual({ kind: 'failed', error, status: 429, afterMs: 35_000 })
  telegram.refuse = undefined
  const before = telegram.calls.length
  ctx.clock.advance(5_000)
  expect(await send()).toMatchObject({ kind: 'later', afterMs: 8_000 })
  ctx.clock.advance(29_000)
  expect(await send()).toMatchObject({ kind: 'later', afterMs: 1_000 })
  const other = otherWorker()
  expect(await sendTelegram(other, receiver(), [testNotification()])).toMatchObject({
    kind: 'later',
    afterMs: 1_000,
  })
  await other.db.$disconnect()
  expect(telegram.calls).toHaveLength(before)
  expect(await send(chat + 500)).toMatchObject({ kind: 'sent' })
  ctx.clock.advance(1_000)
  expect(await send()).toMatchObject({ kind: 'sent' })
})

test.each([
  [403, 'gone', { code: 'botBlocked' }],
  [400, 'refused', { code: 'telegramRefused' }],
  [401, 'failed', { code: 'botUnknown' }],
  [500, 'failed', { code: 'telegramAnswered', status: 500 }],
] as const)('maps status %i to %s', async (status, kind, error) => {
  refuse(status)
  expect(await send()).toEqual({ kind, error, status })
})

test('sends nothing while Telegram is down, and no outcome reveals the token', async () => {
  telegram.isDown = true
  expect(await send()).toEqual({ kind: 'failed', error: { code: 'telegramUnreachable' } })
  const failure = await findBotName(ctx).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'InternalServerError' })
  expect(JSON.stringify([failure, String((failure as Error).cause)])).not.toContain(botToken)
  telegram.isDown = false
  expect(await findBotName(ctx)).toBe('coincide_test_bot')
})
