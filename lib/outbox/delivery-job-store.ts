import { type Context, defineLoader } from '@/lib/context'
import { queryPrepared, type Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'

/** Queue task that sends the waiting deliveries of one subscription. */
export const deliveryTask = 'deliver'

/**
 * SQL: one row with the jobs of the subscriptions in `source`, a relation of ids as text in the column `id`; no row if
 * there are none.
 */
export const deliveryJobs = (source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT array_agg((
    ${deliveryTask}, json_build_object('subscriptionId', id), NULL, NULL, NULL,
    ${`${deliveryTask}:`} || id, NULL, NULL
  )::graphile_worker.job_spec ORDER BY id) AS specs
  FROM ${source} HAVING count(*) > 0`

/** Adds a job for each of these subscriptions, which sends its due deliveries. */
export async function addDeliveryJobs(
  tx: Transaction,
  subscriptionIds: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    WITH jobs AS (${deliveryJobs(Prisma.sql`unnest(${[...subscriptionIds]}::text[]) AS id`)})
    SELECT count(*) FROM jobs, LATERAL graphile_worker.add_jobs(specs, true)`
}

/**
 * Schedules the next waiting delivery of a subscription, be it a retry or one outside its delivery window. Concurrent
 * calls are batched.
 */
export async function scheduleNext(ctx: Context, subscriptionId: string): Promise<void> {
  await scheduleTogether(ctx, subscriptionId)
}

const scheduleTogether = defineLoader<string, true>(
  'outbox/schedule',
  async (ctx, subscriptionIds) => {
    await queryPrepared(ctx.db, {
      name: 'schedule-deliveries',
      text: scheduleText,
      values: [subscriptionIds, deliveryTask, `${deliveryTask}-later:`],
    })
    return new Map()
  },
  { concurrency: 1 },
)

const scheduleText = `WITH next AS (
    SELECT subscription_id AS id, min(due_at) AS at FROM deliveries
    WHERE subscription_id = ANY($1::uuid[]) AND state = 'waiting' GROUP BY subscription_id
  ), jobs AS (
    SELECT array_agg((
      $2::text, json_build_object('subscriptionId', id), NULL, at, NULL, $3::text || id, NULL, NULL
    )::graphile_worker.job_spec ORDER BY id) AS specs
    FROM next HAVING count(*) > 0
  )
  SELECT count(*) FROM jobs, LATERAL graphile_worker.add_jobs(specs)`

/** Schedules a run of a subscription at a time, in addition to the immediate one for new deliveries. */
export async function scheduleRun(
  db: Transaction,
  subscriptionId: string,
  at: Date,
): Promise<void> {
  await db.$executeRaw`
    SELECT count(*) FROM graphile_worker.add_job(
      ${deliveryTask}, json_build_object('subscriptionId', ${subscriptionId}::text), run_at := ${at},
      job_key := ${`${deliveryTask}-later:${subscriptionId}`})`
}

/** Delays the next run of a subscription by a few seconds, even for due and new deliveries. */
export async function postponeRun(
  db: Transaction,
  subscriptionId: string,
  at: Date,
): Promise<void> {
  await db.$executeRaw`
    SELECT count(*) FROM graphile_worker.add_job(
      ${deliveryTask}, json_build_object('subscriptionId', ${subscriptionId}::text), run_at := ${at},
      job_key := ${`${deliveryTask}:${subscriptionId}`})`
}
