import { type Context, defineLoader } from '@/lib/context'
import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'

/** Queue task that sends the waiting deliveries of one subscription. */
export const deliveryTask = 'deliver'

/** Key of jobs that run later than those for new deliveries. */
const laterKey = `${deliveryTask}-later`

/**
 * SQL: one row with the jobs of the subscriptions in `source`, a relation of ids as text in the column `id`; no row if
 * there are none. `at` is when a job is due, now by default. `key` distinguishes the jobs of one subscription.
 */
export const deliveryJobs = (
  source: Prisma.Sql,
  { at = Prisma.sql`NULL::timestamptz`, key = deliveryTask } = {},
): Prisma.Sql => Prisma.sql`
  SELECT array_agg((
    ${deliveryTask}, json_build_object('subscriptionId', id), NULL, ${at}, NULL, ${`${key}:`} || id, NULL, NULL
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
    await ctx.db.$executeRaw`
      WITH next AS (
        SELECT subscription_id::text AS id, min(due_at) AS at FROM deliveries
        WHERE subscription_id = ANY(${[...subscriptionIds]}::uuid[]) AND state = 'waiting' GROUP BY subscription_id
      ), jobs AS (${deliveryJobs(Prisma.sql`next`, { at: Prisma.sql`at`, key: laterKey })})
      SELECT count(*) FROM jobs, LATERAL graphile_worker.add_jobs(specs)`
    return new Map()
  },
  { concurrency: 1 },
)

/**
 * Schedules a run of a subscription at a time, in addition to the immediate one for new deliveries. With the key
 * {@link deliveryTask} it replaces that one: even due and new deliveries wait.
 */
export async function scheduleRun(
  db: Transaction,
  subscriptionId: string,
  { at, key = laterKey }: { readonly at: Date; readonly key?: string },
): Promise<void> {
  const run = Prisma.sql`(SELECT ${subscriptionId}::text AS id) AS run`
  await db.$executeRaw`
    WITH jobs AS (${deliveryJobs(run, { at: Prisma.sql`${at}::timestamptz`, key })})
    SELECT count(*) FROM jobs, LATERAL graphile_worker.add_jobs(specs)`
}
