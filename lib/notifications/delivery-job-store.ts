import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'

/** Queue task that sends the waiting deliveries of one subscription. */
export const deliveryTask = 'deliver'

/**
 * SQL: one row with the jobs of the subscriptions in `source`, a relation of ids as text in the column `id`; no row if
 * there are none. `at` is when a job is due, now by default. `key` tells the jobs of a subscription apart.
 */
export const deliveryJobs = (
  source: Prisma.Sql,
  { at = Prisma.sql`NULL::timestamptz`, key = deliveryTask } = {},
): Prisma.Sql => Prisma.sql`
  SELECT array_agg((
    ${deliveryTask}, json_build_object('subscriptionId', id), NULL, ${at}, NULL, ${`${key}:`} || id, NULL, NULL
  )::graphile_worker.job_spec ORDER BY id) AS specs
  FROM ${source} HAVING count(*) > 0`

/**
 * Creates one waiting delivery for each of these notifications and each matching subscription: enabled, confirmed, and
 * subscribed to its type and network. Adds one job per subscription; a job already queued keeps its position.
 */
export async function createDeliveries(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    WITH made AS (
      INSERT INTO deliveries (notification_id, subscription_id, created_at, due_at)
      SELECT n.id, s.id, date_trunc('milliseconds', now()), date_trunc('milliseconds', now())
      FROM notifications n
      JOIN subscriptions s ON s.account = n.account AND n.type = ANY(s.types)
        AND (s.networks IS NULL OR n.chain_id = ANY(s.networks))
        AND s.enabled AND s.confirmed AND s.stopped_at IS NULL
      WHERE n.id = ANY(${[...ids]}::text[])
      ORDER BY n.sequence, s.id
      -- Waits for a concurrent deletion and skips its row; a foreign key violation would abort the fact's transaction.
      FOR KEY SHARE OF s
      ON CONFLICT DO NOTHING
      RETURNING subscription_id
    ), jobs AS (
      ${deliveryJobs(Prisma.sql`(SELECT DISTINCT subscription_id::text AS id FROM made) AS receivers`)}
    )
    SELECT count(*) FROM jobs, LATERAL graphile_worker.add_jobs(specs, true)`
}

/** Error of a delivery whose notification was retracted before it was sent. */
export const retractedError = 'not sent, it was taken back before'

/**
 * Closes the unsent deliveries of these notifications, waiting or dead: only their corrections are sent from then on,
 * even after a replay.
 */
export async function closeDeliveries(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE deliveries SET state = 'dead', last_error = ${retractedError}
    WHERE id IN (
      SELECT id FROM deliveries WHERE notification_id = ANY(${[...ids]}::text[]) AND state <> 'sent'
      ORDER BY id FOR UPDATE)`
}

/** Adds a job for each of these subscriptions, which sends its due deliveries. */
export async function addDeliveryJobs(
  tx: Transaction,
  subscriptionIds: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    WITH jobs AS (${deliveryJobs(Prisma.sql`unnest(${[...subscriptionIds]}::text[]) AS id`)})
    SELECT count(*) FROM jobs, LATERAL graphile_worker.add_jobs(specs, true)`
}
