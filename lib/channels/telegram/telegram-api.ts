import { Api } from 'grammy'
import { type Context, contextCache, contextSlot } from '@/lib/context'
import { dependencyDown, ServiceError } from '@/lib/core/errors'

const timeoutSeconds = 10
const nameMs = 60 * 60_000

/** The Bot API as our bot; undefined when there is no bot. */
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
 * The name by which people find our bot; asked for once an hour.
 *
 * @throws {ServiceError} ServiceUnavailable when there is no bot, InternalServerError when Telegram does not answer.
 */
export function findBotName(ctx: Context): Promise<string> {
  const api = findTelegramApi(ctx)
  if (!api) throw new ServiceError('ServiceUnavailable', 'Telegram is switched off on this service')
  const load = async () => {
    try {
      return (await api.getMe()).username
    } catch (error) {
      // Its cause may hold the bot's token.
      throw dependencyDown('Telegram', error instanceof Error ? error.name : undefined)
    }
  }
  return contextCache(ctx, 'telegram-bot-name', { key: '', forMs: nameMs, max: 1, load })
}
