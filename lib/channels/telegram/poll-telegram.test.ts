import { expect } from 'vitest'
import type { TelegramFixture } from '@/lib/testing/channels/telegram-fixture'
import { test } from '@/lib/testing/test'
import { createTelegramPolls } from './poll-telegram'
import { createTelegramBot } from './telegram-bot'

const { signal } = new AbortController()
let fixture: TelegramFixture
let telegram: TelegramFixture['telegram']
let ctx: TelegramFixture['ctx']

test.beforeAll(async ({ bot }) => {
  fixture = bot
  ;({ telegram, ctx } = fixture)
})

test('polling fails while Telegram is down at startup and answers once it recovers', async () => {
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
