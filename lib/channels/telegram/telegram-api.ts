import { Api, type GrammyError } from 'grammy'
import type { Outcome } from '@/lib/channels/channel'
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

/** Maps an error of the Bot API to an outcome. */
export function telegramOutcome(error: unknown): Exclude<Outcome, { kind: 'sent' | 'later' }> {
  if (!isRefusal(error)) {
    return { kind: 'failed', error: { code: 'telegramUnreachable' } }
  }
  const { error_code: status, parameters } = error
  if (status === 429) {
    const seconds = parameters.retry_after ?? 1
    const error = { code: 'telegramRateLimited', seconds } as const
    return { kind: 'failed', error, status, afterMs: seconds * 1_000 }
  }
  if (status === 403) return { kind: 'gone', error: { code: 'botBlocked' }, status }
  if (status === 400) return { kind: 'refused', error: { code: 'telegramRefused' }, status }
  if (status === 401 || status === 404) {
    return { kind: 'failed', error: { code: 'botUnknown' }, status }
  }
  return { kind: 'failed', error: { code: 'telegramAnswered', status }, status }
}

/** Not by class: the front server and Next hold separate copies of it. */
function isRefusal(error: unknown): error is GrammyError {
  return error instanceof Error && 'error_code' in error
}
