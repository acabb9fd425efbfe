import { channelError } from '@/lib/channels/channel-error'
import type { Transaction } from '@/lib/db/database'
import { recordTest, type SubscriptionKey } from '@/lib/outbox/subscription-store'

/** Minimum milliseconds between two messages that an owner requests for one endpoint. */
const pauseMs = 10_000

/**
 * Rate-limits messages that the owner requests: tests and manual retries.
 *
 * @throws {ServiceError} RateLimited within ten seconds of the previous one.
 */
export async function limitManualSend(
  db: Transaction,
  key: SubscriptionKey,
  nowMs: number,
): Promise<void> {
  const times = { at: new Date(nowMs), since: new Date(nowMs - pauseMs) }
  if (await recordTest(db, key, times)) return
  throw channelError({ code: 'tooSoon' }, { retryAfterSeconds: pauseMs / 1_000 })
}
