import { type Database, inTransaction } from '@/lib/db/database'
import { deliveryTask } from '@/lib/notifications/delivery-job-store'
import { Prisma } from '@/prisma/generated/client'

/** Seconds that a delivery may be late before its job counts as lost. */
const lateSeconds = 10

// From one receiver to the next along the index: each may have any number of deliveries waiting.
const waitingReceivers = Prisma.sql`RECURSIVE waiting AS (
    (SELECT subscription_id AS id FROM deliveries WHERE state = 'waiting' ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (SELECT subscription_id FROM deliveries
      WHERE state = 'waiting' AND subscription_id > waiting.id ORDER BY 1 LIMIT 1)
    FROM waiting WHERE id IS NOT NULL
  )`

/**
 * Adds a job for each subscription whose deliveries have been due for ten seconds without one, a thousand at a time;
 * returns how many there were. One that runs within ten seconds is there. Jobs are lost when a worker fails in the midst of one and the database takes no word
 * of it.
 */
export async function addLostDeliveryJobs(db: Database): Promise<number> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH ${waitingReceivers}, lost AS (
      -- EXCEPT compares sets at once whatever the planner believes of a table that is empty at most times.
      (SELECT s.id::text AS id FROM waiting JOIN subscriptions s USING (id)
      CROSS JOIN LATERAL (
        SELECT FROM deliveries WHERE subscription_id = s.id AND state = 'waiting'
          AND due_at < now() - make_interval(secs => ${lateSeconds}) LIMIT 1
      ) late
      WHERE s.enabled AND s.confirmed AND s.stopped_at IS NULL)
      EXCEPT
      SELECT split_part(key, ':', 2) FROM graphile_worker.jobs
      WHERE run_at < now() + make_interval(secs => ${lateSeconds}) AND (locked_at IS NOT NULL OR attempts < max_attempts)
      LIMIT 1000
    ), jobs AS (
      SELECT array_agg((
        ${deliveryTask}, json_build_object('subscriptionId', id), NULL, NULL, NULL,
        ${`${deliveryTask}:`} || id, NULL, NULL
      )::graphile_worker.job_spec ORDER BY id) AS specs
      FROM lost HAVING count(*) > 0
    )
    SELECT added.id FROM jobs, LATERAL graphile_worker.add_jobs(specs) AS added`
  return rows.length
}

/**
 * Closes what waits for receivers that were given up, a thousand at a time; returns how many there were. Whoever told
 * of something at the moment of giving up did not know of it.
 */
export async function closeStoppedDeliveries(db: Database): Promise<number> {
  return db.$executeRaw`
    WITH ${waitingReceivers}
    UPDATE deliveries SET state = 'dead', last_error = 'not sent, the receiver was given up'
    WHERE id IN (
      SELECT d.id FROM waiting JOIN subscriptions s USING (id)
      JOIN deliveries d ON d.subscription_id = s.id AND d.state = 'waiting'
      WHERE s.stopped_at IS NOT NULL LIMIT 1000
      FOR SHARE OF s SKIP LOCKED FOR UPDATE OF d SKIP LOCKED)`
}

/** The workers that have taken jobs, by the names under which they lock them. */
export async function listJobHolders(db: Database): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT locked_by AS name FROM graphile_worker.jobs WHERE locked_by IS NOT NULL`
  return rows.map(({ name }) => name)
}

/** Gives the jobs of a worker that is no more to others, at once. */
export async function freeJobsOf(db: Database, holder: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const jobs = await tx.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM graphile_worker.jobs WHERE locked_by = ${holder}`
    const ids = jobs.map(({ id }) => id)
    await tx.$executeRaw`SELECT graphile_worker.force_unlock_workers(ARRAY[${holder}]::text[])`
    // One that was asked for again while it ran counts as tried too often.
    await tx.$executeRaw`
      SELECT count(*) FROM graphile_worker.reschedule_jobs(${ids}::bigint[], attempts := 0)`
  })
}

/** Removes jobs that failed after another one had taken their place; they would never run again. */
export async function removeSpentJobs(db: Database): Promise<void> {
  await db.$executeRaw`
    SELECT count(*) FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs
      WHERE task_identifier = ${deliveryTask} AND locked_at IS NULL AND attempts >= max_attempts))`
}

/** What waits for receivers that are on, and what was given up, for the log. */
export async function countBacklog(
  db: Database,
): Promise<{ readonly due: number; readonly oldestSeconds: number; readonly dead: number }> {
  const [row] = await db.$queryRaw<{ due: bigint; oldest: number | null; dead: bigint }[]>`
    SELECT count(*) AS due, extract(epoch FROM now() - min(due_at))::float8 AS oldest,
      (SELECT count(*) FROM deliveries WHERE state = 'dead') AS dead
    FROM deliveries d JOIN subscriptions s ON s.id = d.subscription_id
    WHERE d.state = 'waiting' AND d.due_at < now()
      AND s.enabled AND s.confirmed AND s.stopped_at IS NULL`
  return {
    due: Number(row?.due ?? 0),
    oldestSeconds: Math.round(row?.oldest ?? 0),
    dead: Number(row?.dead ?? 0),
  }
}
