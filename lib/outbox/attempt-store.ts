import { type Context, defineLoader } from '@/lib/context'
import { type Database, queryPrepared, retryOnConflict, type Transaction } from '@/lib/db/database'
import { retractedErrors } from './delivery-store'
import { type Failure, formatFailure } from './failure'

/** The stored result of an attempt. */
export type AttemptRecord = {
  readonly state: 'sent' | 'waiting' | 'dead'
  /** Time of the next attempt in Unix milliseconds; undefined: none. */
  readonly dueMs: number | undefined
  readonly error: Failure | undefined
  readonly status: number | undefined
  /** Whether it counts against the endpoint: it was unreachable or temporarily rejected everything. */
  readonly isFailure: boolean
}

/** A completed attempt. */
export type CompletedAttempt = AttemptRecord & {
  readonly deliveryId: bigint
}

const saveText = `WITH attempts AS (
    SELECT * FROM unnest($1::bigint[], $2::delivery_state[], $3::timestamptz[], $4::text[], $5::int[], $6::boolean[])
      AS list(id, state, due_at, error, status, is_failure)
  ), locked AS (
    -- Locked before their deliveries and by id, like all writers, to avoid deadlocks.
    SELECT id FROM subscriptions
    WHERE id IN (SELECT subscription_id FROM deliveries WHERE id = ANY($1::bigint[]))
    ORDER BY id FOR NO KEY UPDATE
  ), saved AS (
    UPDATE deliveries d SET state = a.state, attempts = d.attempts + 1, due_at = COALESCE(a.due_at, d.due_at),
      last_error = a.error, last_status = a.status,
      sent_at = CASE WHEN a.state = 'sent' THEN $7::timestamptz END
    FROM attempts a WHERE d.id = a.id AND (SELECT count(*) FROM locked) > 0
      AND (d.state = 'waiting' OR d.state = 'dead' AND a.state = 'sent')
    RETURNING d.id, d.subscription_id, a.state = 'sent' AS is_sent, a.is_failure, a.error
  ), receivers AS (
    SELECT subscription_id AS id, bool_or(is_sent) AS took_any,
      (array_agg(is_failure ORDER BY id DESC))[1] AS fails_now, (array_agg(error ORDER BY id DESC))[1] AS error
    FROM saved GROUP BY subscription_id
  ), updated AS (
    UPDATE subscriptions s SET
      last_sent_at = CASE WHEN r.took_any THEN $7 ELSE s.last_sent_at END,
      last_error = r.error,
      failing_since = CASE
        WHEN r.fails_now THEN COALESCE(CASE WHEN NOT r.took_any THEN s.failing_since END, $7)
        WHEN NOT r.took_any THEN s.failing_since END
    FROM receivers r WHERE s.id = r.id
  )
  SELECT id::text FROM saved`

/**
 * Records an attempt. A delivery recorded as sent stays so; one closed meanwhile becomes sent if it was accepted.
 * Concurrent calls are saved together.
 */
export async function saveAttempt(ctx: Context, attempt: CompletedAttempt): Promise<void> {
  await saveTogether(ctx, attempt)
}

const saveTogether = defineLoader<CompletedAttempt, true>('outbox/attempts', saveAttempts, {
  // Two concurrent batches could wait for each other's subscription locks.
  concurrency: 1,
})

async function saveAttempts(ctx: Context, attempts: readonly CompletedAttempt[]) {
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))
  const values = [
    attempts.map(({ deliveryId }) => deliveryId),
    attempts.map(({ state }) => state),
    attempts.map(({ dueMs }) => time(dueMs)),
    attempts.map(({ error }) => (error ? formatFailure(error) : null)),
    attempts.map(({ status }) => status ?? null),
    attempts.map(({ isFailure }) => isFailure),
    new Date(ctx.now()),
  ]
  await retryOnConflict(() =>
    queryPrepared(ctx.db, { name: 'save-attempts', text: saveText, values }),
  )
  return new Map<CompletedAttempt, true>()
}

/** Reschedules deliveries outside their delivery window; no attempt is counted. */
export async function deferDeliveries(
  db: Database,
  ids: readonly bigint[],
  dueMs: number,
): Promise<void> {
  await db.$executeRaw`
    UPDATE deliveries SET due_at = ${new Date(dueMs)}
    WHERE id = ANY(${[...ids]}::bigint[]) AND state = 'waiting'`
}

/**
 * Disables an endpoint: nothing is sent to it again, and waiting deliveries become dead, open to a later retry. With
 * `target` (encrypted), only if the subscription still has it. False when nothing changed.
 */
export async function stopSubscription(
  db: Transaction,
  subscriptionId: string,
  { target, reason, at }: { readonly target?: string; readonly reason: Failure; readonly at: Date },
): Promise<boolean> {
  const { count } = await db.subscription.updateMany({
    where: { id: subscriptionId, stoppedAt: null, ...(target === undefined ? {} : { target }) },
    data: { stoppedAt: at, stoppedReason: formatFailure(reason) },
  })
  if (count === 0) return false
  await db.delivery.updateMany({
    where: { subscriptionId, state: 'waiting' },
    data: {
      state: 'dead',
      lastError: formatFailure({ code: 'endpointDisabled', why: reason }),
    },
  })
  return true
}

/** Deliveries to send to the new address of their endpoint. */
type Requeue = {
  readonly deliveryIds: readonly bigint[]
  readonly at: Date
  readonly maxAttempts: number
}

/**
 * Returns dead deliveries of an endpoint to waiting, unless it was disabled, they were retracted, or they have used
 * `maxAttempts`: an endpoint that answers "gone" and changes its address each time must not be retried forever.
 */
export async function requeueForNewTarget(
  tx: Transaction,
  subscriptionId: string,
  { deliveryIds, at, maxAttempts }: Requeue,
): Promise<void> {
  await tx.$executeRaw`
    WITH receiver AS (
      SELECT id FROM subscriptions WHERE id = ${subscriptionId}::uuid AND stopped_at IS NULL
      FOR NO KEY UPDATE
    )
    UPDATE deliveries d SET state = 'waiting', due_at = ${at} FROM receiver
    WHERE d.subscription_id = receiver.id AND d.id = ANY(${[...deliveryIds]}::bigint[])
      AND d.state = 'dead' AND d.attempts < ${maxAttempts}
      AND COALESCE(d.last_error, '') <> ALL(${[...retractedErrors]}::text[])`
}
