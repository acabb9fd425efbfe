import { Api } from 'grammy'
import { channelError } from '@/lib/channels/channel-error'
import { type Context, defineCache, defineSlot } from '@/lib/context'
import { dependencyDown } from '@/lib/core/errors'

const timeoutSeconds = 10
const nameMs = 60 * 60_000

/** The Bot API client of our bot; undefined when none is configured. */
export const findTelegramApi = defineSlot('channels/telegram-api', ({ config }) => {
  const { telegram } = config.channels
  return telegram && new Api(telegram.token, { apiRoot: telegram.url, timeoutSeconds })
})

/** The user name of our bot. */
export const botNames = defineCache<string>('channels/bot-name', { forMs: nameMs, max: 1 })

/**
 * Returns the user name of our bot, cached for an hour.
 *
 * @throws {ServiceError} ServiceUnavailable without a bot, InternalServerError when Telegram does not answer.
 */
export function findBotName(ctx: Context): Promise<string> {
  const api = findTelegramApi(ctx)
  if (!api) throw channelError({ code: 'channelOff', channel: 'telegram' })
  const load = async () => {
    try {
      return (await api.getMe()).username
    } catch (error) {
      // Its cause may contain the bot token.
      throw dependencyDown('Telegram', error instanceof Error ? error.name : undefined)
    }
  }
  return botNames(ctx, { key: '', load })
}
