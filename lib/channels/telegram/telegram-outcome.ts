import type { GrammyError } from 'grammy'
import type { Outcome } from '@/lib/channels/channel'

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
