import type { Bot } from 'grammy'
import type { Context } from '@/lib/context'
import { pollSeconds } from './telegram-bot'

type Update = Parameters<Bot['handleUpdate']>[0]

/** The AbortSignal of an older polyfill, with fewer methods. */
type BotSignal = NonNullable<Parameters<Bot['init']>[0]>

/** Consecutive failures after which a command is skipped, so that others are answered. */
const maxFailures = 5

const commands = [
  { command: 'orders', description: 'List your open orders' },
  { command: 'stop', description: 'End notifications and forget this chat' },
]

/**
 * Creates the function that runs one long poll, about 25 seconds at most, and answers the commands in order.
 *
 * Telegram redelivers updates until a later call confirms them. A process killed in between answers them again; linking
 * and stopping are idempotent. Run it in one process at a time.
 *
 * @throws when Telegram or the database does not answer; the update is redelivered.
 */
export function createTelegramPolls(
  ctx: Context,
  bot: Bot,
): (signal: AbortSignal) => Promise<void> {
  let offset = 0
  let failures = 0

  const answer = async (update: Update) => {
    try {
      await bot.handleUpdate(update)
    } catch (error) {
      failures += 1
      if (failures < maxFailures) throw error
      ctx.log.error({ update: update.update_id }, 'skipping a command after repeated failures')
    }
    failures = 0
    offset = update.update_id + 1
  }
  const poll = async (signal: AbortSignal) => {
    const botSignal = signal as unknown as BotSignal
    if (!bot.isInited()) await begin(bot, botSignal)
    const news = {
      offset,
      timeout: pollSeconds,
      allowed_updates: ['message', 'callback_query'] as const,
    }
    for (const update of await bot.api.getUpdates(news, botSignal)) {
      if (signal.aborted) return
      await answer(update)
    }
  }
  return async (signal) => {
    try {
      await poll(signal)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    // Otherwise the next process would answer the last update again.
    if (signal.aborted && offset > 0) await confirm(bot, offset)
  }
}

/** Removes any webhook: getUpdates fails while one is set. */
async function begin(bot: Bot, signal: BotSignal): Promise<void> {
  // The bot's own init retries with growing delays and would stay silent long after Telegram has recovered.
  bot.botInfo = await bot.api.getMe(signal)
  await bot.api.deleteWebhook({}, signal)
  await bot.api.setMyCommands(commands, {}, signal)
}

async function confirm(bot: Bot, offset: number): Promise<void> {
  await bot.api.getUpdates({ offset, limit: 1, timeout: 0 }).catch(() => {})
}
