import { expect } from 'vitest'
import { senders } from '@/lib/channels/sending/senders'
import { saveEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import { everywhere } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import { accountOf, saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { botToken, startTelegram } from '@/lib/testing/channels/telegram-server'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { deliveryLoop } from './delivery-loop'
import { runLoop } from './loop'

test('a chat gets a burst in order at one message a second, then newer messages', async ({
  freshDatabase: database,
}) => {
  const telegram = await startTelegram()
  const environment = {
    ENCRYPTION_KEY: 'ab'.repeat(32),
    TELEGRAM_BOT_TOKEN: botToken,
    TELEGRAM_URL: telegram.url,
  }
  const ctx = createTestContext({ url: database.url, environment })
  const stopping = new AbortController()
  const account = accountOf(1)
  const facts = { ...everywhere(account), channel: 'telegram', target: { chatId: '5' } } as const
  await inTransaction(ctx.db, (tx) =>
    saveEndpoint(tx, ctx, { ...facts, label: 'x', isConfirmed: true, types: ['order_filled'] }),
  )
  const running = runLoop(ctx, deliveryLoop(database.url, senders), stopping.signal)
  try {
    await saveTestNotifications(ctx, account, ['1', '2', '3'])
    await until(() => telegram.textsTo(5).length >= 1)
    await saveTestNotifications(ctx, account, ['4'])
    await until(() => telegram.textsTo(5).length >= 4)
    await until(async () => (await ctx.db.delivery.count({ where: { state: 'sent' } })) >= 4)
    const sent = await ctx.db.delivery.findMany({ orderBy: { sentAt: 'asc' } })
    expect(sent.map(({ notificationId }) => notificationId)).toEqual(['1', '2', '3', '4'])
    expect(sent.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1])
    const times = telegram.calls.filter(({ method }) => method === 'sendMessage')
    // The messages are more than two seconds apart over four seconds of the clock.
    expect(times.at(-1)!.atMs - times[0]!.atMs).toBeGreaterThan(1_990)
  } finally {
    stopping.abort()
    await running
    await telegram.close()
    await ctx.db.$disconnect()
  }
})
