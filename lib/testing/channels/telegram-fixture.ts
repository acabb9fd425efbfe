import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { channelEnvironment } from './delivery-fixture'
import { botToken, startTelegram, type TelegramServer } from './telegram-server'

/** A Telegram server, a database and the context of a worker that runs the bot. */
export type TelegramFixture = {
  readonly telegram: TelegramServer
  readonly database: TestDatabase
  readonly ctx: ReturnType<typeof createTestContext>
  readonly close: () => Promise<void>
}

/** Returns the environment of a service whose bot uses this Telegram server. */
export function telegramEnvironment({ url }: TelegramServer) {
  return {
    ...channelEnvironment,
    TELEGRAM_BOT_TOKEN: botToken,
    TELEGRAM_URL: url,
    PUBLIC_URL: 'https://trade.example',
  }
}

type Parts = {
  readonly database: TestDatabase
  readonly environment: Readonly<Record<string, string>>
}

/** Opens the fixture on a database. */
export async function openTelegramFixture({
  database,
  environment,
}: Parts): Promise<TelegramFixture> {
  const telegram = await startTelegram()
  const ctx = createTestContext({
    url: database.url,
    environment: { ...telegramEnvironment(telegram), ...environment },
  })
  const close = async () => {
    await telegram.close()
    await ctx.db.$disconnect()
  }
  return { telegram, database, ctx, close }
}
