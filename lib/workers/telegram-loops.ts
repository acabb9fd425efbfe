import { createTelegramPolls } from '@/lib/channels/telegram/poll-telegram'
import { createTelegramBot } from '@/lib/channels/telegram/telegram-bot'
import type { Context } from '@/lib/context'
import type { LedLoops } from './lead'

/**
 * Returns the loop that answers messages to our Telegram bot. Only one process may run it, or Telegram refuses both.
 */
export function telegramLoops(ctx: Context): readonly LedLoops[] {
  const bot = createTelegramBot(ctx)
  if (!bot) return []
  const loops = () => {
    const poll = createTelegramPolls(ctx, bot)
    const run = async (_: Context, signal: AbortSignal) => {
      await poll(signal)
      return 'again' as const
    }
    return [{ name: 'telegram', every: 0, run }]
  }
  return [{ role: 'telegram', loops }]
}
