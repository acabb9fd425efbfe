import type { Notification } from '@/lib/notifications/notification'
import type { Outcome } from './channel'
import { patienceMs, retryDelayMs } from './retry-schedule'

/** One notification on its way to one receiver. */
export type Delivery = {
  readonly id: bigint
  /** Attempts so far, all of which failed. */
  readonly attempts: number
  readonly createdMs: number
  readonly notification: Notification
}

/** What is recorded of an attempt. */
export type AttemptRecord = {
  readonly state: 'sent' | 'waiting' | 'dead'
  /** When it is tried again; undefined: never. Unix milliseconds. */
  readonly dueMs: number | undefined
  readonly error: string | undefined
  readonly status: number | undefined
}

type Attempt = {
  readonly outcome: Outcome
  /** Before this one. */
  readonly attempts: number
  readonly nowMs: number
  readonly chance: number
}

/** What an attempt means for its delivery: sent, waiting for the next one, or given up. */
export function recordOf({ outcome, attempts, nowMs, chance }: Attempt): AttemptRecord {
  const { status } = outcome
  if (outcome.kind === 'sent') {
    return { state: 'sent', dueMs: undefined, error: undefined, status }
  }
  const { error } = outcome
  const afterMs = outcome.kind === 'failed' ? outcome.afterMs : undefined
  const delay =
    outcome.kind === 'failed'
      ? retryDelayMs({ attempts: attempts + 1, afterMs, chance })
      : undefined
  if (delay === undefined) return { state: 'dead', dueMs: undefined, error, status }
  return { state: 'waiting', dueMs: nowMs + delay, error, status }
}

/** Why a receiver is given up after an attempt; undefined: it is not. */
export function reasonToStop(
  outcome: Outcome,
  { failingSinceMs, nowMs }: { failingSinceMs: number | undefined; nowMs: number },
): string | undefined {
  if (outcome.kind === 'gone') return outcome.error
  if (outcome.kind !== 'failed' || failingSinceMs === undefined) return undefined
  if (nowMs - failingSinceMs < patienceMs) return undefined
  return `every attempt of five days failed: ${outcome.error}`
}
