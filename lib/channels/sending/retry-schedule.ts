import type { Outcome } from '@/lib/channels/channel'
import type { AttemptRecord } from '@/lib/outbox/attempt-store'
import type { Failure } from '@/lib/outbox/failure'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Delays after the first, second … failed attempt. */
const pausesMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** Attempts after which a delivery is dead. */
export const maxAttempts = pausesMs.length + 1

/** Time of uninterrupted failure after which an endpoint is disabled. */
export const patienceMs = 5 * 24 * hour

/** Maximum delay that an endpoint may request. */
const maxRequestedDelayMs = 24 * hour

type FailedAttempt = {
  /** Failed attempts so far, including this one. */
  readonly attempts: number
  /** Delay requested by the endpoint, in milliseconds. */
  readonly afterMs: number | undefined
  /** From 0 to 1; jitters the delay by up to a tenth either way. */
  readonly chance: number
}

/** Returns the milliseconds until the next attempt; undefined when there is none. */
export function retryDelayMs({ attempts, afterMs = 0, chance }: FailedAttempt): number | undefined {
  const pause = pausesMs[attempts - 1]
  if (pause === undefined) return undefined
  const jittered = Math.round(pause * (0.9 + chance / 5))
  return Math.max(jittered, Math.min(afterMs, maxRequestedDelayMs))
}

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
