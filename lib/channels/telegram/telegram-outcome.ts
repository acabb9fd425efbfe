import type { GrammyError } from 'grammy'
import type { Outcome } from '@/lib/channels/channel'

/** Maps an error of the Bot API to an outcome. */
export function telegramOutcome(error: unknown): Exclude<Outcome, { kind: 'sent' | 'later' }> {
  if (!isRefusal(error)) {
    return { kind: 'failed', error: 'Telegram cannot be reached' }
  }
  const { error_code: status, parameters } = error
  if (status === 429) {
    const seconds = parameters.retry_after ?? 1
    const text = `Telegram asks to wait for ${seconds} s`
    return { kind: 'failed', error: text, status, afterMs: seconds * 1_000 }
  }
  if (status === 403) return { kind: 'gone', error: 'the chat has blocked the bot', status }
  if (status === 400)
    return { kind: 'refused', error: 'Telegram does not take the message', status }
  if (status === 401 || status === 404) {
    return { kind: 'failed', error: 'Telegram does not know the bot of this service', status }
  }
  return { kind: 'failed', error: `Telegram answered ${status}`, status }
}

/** Not by class: the front server and Next hold separate copies of it. */
function isRefusal(error: unknown): error is GrammyError {
  return error instanceof Error && 'error_code' in error
}
