import { afterAll, beforeAll, expect, test } from 'vitest'
import { botToken, startTelegram, type TelegramServer } from '@/lib/testing/telegram-server'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { createTelegramPolls } from './poll-telegram'
import { createTelegramBot } from './telegram-bot'

const { signal } = new AbortController()
let telegram: TelegramServer
let database: TestDatabase
let ctx: ReturnType<typeof createTestContext>

beforeAll(async () => {
  telegram = await startTelegram()
  database = await createTestDatabase()
  const environment = {
    ENCRYPTION_KEY: 'ab'.repeat(32),
    TELEGRAM_BOT_TOKEN: botToken,
    TELEGRAM_URL: telegram.url,
    PUBLIC_URL: 'https://trade.example',
  }
  ctx = createTestContext({ url: database.url, environment })
})
afterAll(async () => {
  await telegram.close()
  await ctx.db.$disconnect()
  await database.drop()
})

test('a bot that Telegram does not answer from the start on says so each time, and answers once it does', async () => {
  const poll = createTelegramPolls(ctx, createTelegramBot(ctx)!)
  telegram.isDown = true
  for (let time = 0; time < 10; time += 1) await expect(poll(signal)).rejects.toThrow()
  telegram.isDown = false
  telegram.write(7, '/start')
  await poll(signal)
  expect(telegram.textsTo(7)).toHaveLength(1)
  expect(telegram.calls.map(({ method }) => method)).toEqual([
    'getMe',
    'deleteWebhook',
    'setMyCommands',
    'getUpdates',
    'sendMessage',
  ])
})
