import { Api } from 'grammy'
import { type Context, contextCache, contextSlot } from '@/lib/context'
import { dependencyDown, ServiceError } from '@/lib/core/errors'

const timeoutSeconds = 10
const nameMs = 60 * 60_000

/** Returns the Bot API client of our bot; undefined when none is configured. */
export function findTelegramApi(ctx: Context): Api | undefined {
  const settings = ctx.config.channels.telegram
  if (!settings) return undefined
  return contextSlot(
    ctx,
    'telegram-api',
    () => new Api(settings.token, { apiRoot: settings.url, timeoutSeconds }),
  )
}

/**
 * Returns the user name of our bot, cached for an hour.
 *
 * @throws {ServiceError} ServiceUnavailable without a bot, InternalServerError when Telegram does not answer.
 */
export function findBotName(ctx: Context): Promise<string> {
  const api = findTelegramApi(ctx)
  if (!api) throw new ServiceError('ServiceUnavailable', 'Telegram is switched off on this service')
  const load = async () => {
    try {
      return (await api.getMe()).username
    } catch (error) {
      // Its cause may contain the bot token.
      throw dependencyDown('Telegram', error instanceof Error ? error.name : undefined)
    }
  }
  return contextCache(ctx, 'telegram-bot-name', { key: '', forMs: nameMs, max: 1, load })
}
