import type { Outcome } from '@/lib/channels/channel'
import type { AttemptRecord } from '@/lib/outbox/attempt-store'
import type { Failure } from '@/lib/outbox/failure'
import { patienceMs, retryDelayMs } from './retry-schedule'

type Attempt = {
  readonly outcome: Outcome
  /** Before this one. */
  readonly attempts: number
  readonly nowMs: number
  readonly chance: number
}

/** Derives the new state of a delivery from an attempt: sent, waiting for a retry, or dead. */
export function recordOf({ outcome, attempts, nowMs, chance }: Attempt): AttemptRecord {
  const { status } = outcome
  const record = { dueMs: undefined, error: undefined, status, isFailure: false } as const
  if (outcome.kind === 'sent') return { ...record, state: 'sent' }
  const { error } = outcome
  if (outcome.kind !== 'failed') return { ...record, state: 'dead', error }
  const delay = retryDelayMs({ attempts: attempts + 1, afterMs: outcome.afterMs, chance })
  if (delay === undefined) return { ...record, state: 'dead', error, isFailure: true }
  return { ...record, state: 'waiting', dueMs: nowMs + delay, error, isFailure: true }
}

/** Returns why an endpoint is disabled after an attempt; undefined when it stays enabled. */
export function reasonToStop(
  outcome: Outcome,
  { failingSinceMs, nowMs }: { failingSinceMs: number | undefined; nowMs: number },
): Failure | undefined {
  if (outcome.kind === 'gone') return outcome.error
  if (outcome.kind !== 'failed' || failingSinceMs === undefined) return undefined
  if (nowMs - failingSinceMs < patienceMs) return undefined
  return { code: 'alwaysFailed', why: outcome.error }
}
