import { ServiceError } from '@/lib/core/errors'
import type { Transaction } from '@/lib/db/database'
import { type SubscriptionKey, takeTest } from './subscription-store'

/** Milliseconds between two messages to one receiver that its owner asks for. */
const pauseMs = 10_000

/**
 * Notes that a receiver is sent something at its owner's wish: a test, or a delivery that failed.
 *
 * @throws {ServiceError} RateLimited within ten seconds of another.
 */
export async function limitManualSend(
  db: Transaction,
  key: SubscriptionKey,
  nowMs: number,
): Promise<void> {
  const times = { at: new Date(nowMs), since: new Date(nowMs - pauseMs) }
  if (await takeTest(db, key, times)) return
  throw new ServiceError('RateLimited', 'one test or retry in ten seconds, try again in a moment', {
    retryAfterSeconds: pauseMs / 1_000,
  })
}
