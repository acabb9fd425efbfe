import type { Context } from '@/lib/context'
import { batched } from '@/lib/context'
import { type Database, queryPrepared, type Transaction } from '@/lib/db/database'
import { deliveryTask } from '@/lib/notifications/delivery-job-store'
import type { AttemptRecord } from './delivery'

/** An attempt that has been made. */
export type MadeAttempt = AttemptRecord & {
  readonly subscriptionId: string
  readonly deliveryId: bigint
}

const saveText = `WITH attempts AS (
    SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::delivery_state[], $4::timestamptz[], $5::text[], $6::int[])
      AS list(id, subscription_id, state, due_at, error, status)
  ), saved AS (
    UPDATE deliveries d SET state = a.state, attempts = d.attempts + 1, due_at = COALESCE(a.due_at, d.due_at),
      last_error = a.error, last_status = a.status,
      sent_at = CASE WHEN a.state = 'sent' THEN $7::timestamptz END
    FROM attempts a WHERE d.id = a.id AND d.state = 'waiting'
    RETURNING d.id, d.subscription_id, d.state, d.last_error
  ), newest AS (
    SELECT DISTINCT ON (subscription_id) * FROM saved ORDER BY subscription_id, id DESC
  ), told AS (
    UPDATE subscriptions s SET
      last_sent_at = CASE WHEN n.state = 'sent' THEN $7 ELSE s.last_sent_at END,
      last_error = n.last_error,
      failing_since = CASE WHEN n.state = 'sent' THEN NULL ELSE COALESCE(s.failing_since, $7) END
    FROM newest n WHERE s.id = n.subscription_id
  )
  SELECT id::text FROM saved`

/**
 * Records an attempt; a delivery that was recorded as sent stays so. Those of many that are recorded at the same time
 * go together.
 */
export async function saveAttempt(ctx: Context, attempt: MadeAttempt): Promise<void> {
  const load = (attempts: readonly MadeAttempt[]) => saveAttempts(ctx, attempts)
  // Two at once might wait for each other's subscriptions.
  await batched<MadeAttempt, true>(ctx, 'delivery-attempts', { load, concurrency: 1 })(attempt)
}

async function saveAttempts(ctx: Context, attempts: readonly MadeAttempt[]) {
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))
  const values = [
    attempts.map(({ deliveryId }) => deliveryId),
    attempts.map(({ subscriptionId }) => subscriptionId),
    attempts.map(({ state }) => state),
    attempts.map(({ dueMs }) => time(dueMs)),
    attempts.map(({ error }) => error ?? null),
    attempts.map(({ status }) => status ?? null),
    new Date(ctx.now()),
  ]
  await queryPrepared(ctx.db, { name: 'save-attempts', text: saveText, values })
  return new Map<MadeAttempt, true>()
}

/** Puts off deliveries that are told at another time; their attempts are not counted. */
export async function deferDeliveries(
  db: Database,
  ids: readonly bigint[],
  dueMs: number,
): Promise<void> {
  await db.$executeRaw`
    UPDATE deliveries SET due_at = ${new Date(dueMs)}
    WHERE id = ANY(${[...ids]}::bigint[]) AND state = 'waiting'`
}

/** Has the next delivery of a subscription sent when it is due, whether it waits for a retry or a better hour. */
export async function scheduleNext(db: Transaction, subscriptionId: string): Promise<void> {
  const { _min } = await db.delivery.aggregate({
    where: { subscriptionId, state: 'waiting' },
    _min: { dueAt: true },
  })
  if (_min.dueAt) await scheduleTurn(db, subscriptionId, _min.dueAt)
}

/** Gives a subscription its next turn at a time, beside one that it is given at once for what is new. */
export async function scheduleTurn(
  db: Transaction,
  subscriptionId: string,
  at: Date,
): Promise<void> {
  await db.$executeRaw`
    SELECT count(*) FROM graphile_worker.add_job(
      ${deliveryTask}, json_build_object('subscriptionId', ${subscriptionId}::text), run_at := ${at},
      job_key := ${`${deliveryTask}-later:${subscriptionId}`})`
}

/**
 * Gives a subscription no turn before a time, a few seconds from now, although what waits for it is due; what is new
 * waits with it.
 */
export async function postponeTurn(
  db: Transaction,
  subscriptionId: string,
  at: Date,
): Promise<void> {
  await db.$executeRaw`
    SELECT count(*) FROM graphile_worker.add_job(
      ${deliveryTask}, json_build_object('subscriptionId', ${subscriptionId}::text), run_at := ${at},
      job_key := ${`${deliveryTask}:${subscriptionId}`})`
}

/** Gives a receiver up: nothing is sent to it again, and what waits is dead, to be replayed one day. */
export async function stopSubscription(
  db: Transaction,
  subscriptionId: string,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<void> {
  await db.subscription.updateMany({
    where: { id: subscriptionId, stoppedAt: null },
    data: { stoppedAt: at, stoppedReason: reason },
  })
  await db.delivery.updateMany({
    where: { subscriptionId, state: 'waiting' },
    data: { state: 'dead', lastError: `not sent, the receiver was given up: ${reason}` },
  })
}
