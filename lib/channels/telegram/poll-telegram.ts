import type { Bot } from 'grammy'
import type { Context } from '@/lib/context'
import { pollSeconds } from './telegram-bot'

type Update = Parameters<Bot['handleUpdate']>[0]

/** The signal of a package of another time; it can do less than ours. */
type BotSignal = NonNullable<Parameters<Bot['init']>[0]>

/** A command that fails as often is passed over, so that others are answered. */
const maxFailures = 5

const commands = [
  { command: 'orders', description: 'List your open orders' },
  { command: 'stop', description: 'End notifications and forget this chat' },
]

/**
 * Makes the function that waits for people's commands once, some 25 seconds at most, and answers them in order.
 *
 * Telegram keeps what has not been confirmed, which each call does for what the one before it has answered: a process
 * that is killed in between sees it again, and linking and ending change nothing then. One process at a time.
 *
 * @throws when Telegram or the database does not answer; the command is given again.
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
      ctx.log.error({ update: update.update_id }, 'a command fails, passing it over')
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
    // Else whoever comes next answers once more.
    if (signal.aborted && offset > 0) await confirm(bot, offset)
  }
}

/** Telegram keeps its news from those who poll while it has an address to post them to. */
async function begin(bot: Bot, signal: BotSignal): Promise<void> {
  // By itself the bot would try again, more and more seldom, and be deaf for long after Telegram is back.
  bot.botInfo = await bot.api.getMe(signal)
  await bot.api.deleteWebhook({}, signal)
  await bot.api.setMyCommands(commands, {}, signal)
}

async function confirm(bot: Bot, offset: number): Promise<void> {
  await bot.api.getUpdates({ offset, limit: 1, timeout: 0 }).catch(() => {})
}
