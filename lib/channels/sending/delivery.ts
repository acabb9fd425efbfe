import type { Outcome } from '@/lib/channels/channel'
import type { Notification } from '@/lib/notifications/notification'
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
  /** Whether it counts against the receiver: it could not be reached, or would not take anything now. */
  readonly isFailure: boolean
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
  const record = { dueMs: undefined, error: undefined, status, isFailure: false } as const
  if (outcome.kind === 'sent') return { ...record, state: 'sent' }
  const { error } = outcome
  if (outcome.kind !== 'failed') return { ...record, state: 'dead', error }
  const delay = retryDelayMs({ attempts: attempts + 1, afterMs: outcome.afterMs, chance })
  if (delay === undefined) return { ...record, state: 'dead', error, isFailure: true }
  return { ...record, state: 'waiting', dueMs: nowMs + delay, error, isFailure: true }
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
