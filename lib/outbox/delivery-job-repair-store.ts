import { type Database, inTransaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import { deliveryJobs } from './delivery-job-store'
import { formatFailure } from './failure'

/** Seconds that a delivery may be overdue before its job counts as lost. */
const lateSeconds = 10

// Skips from endpoint to endpoint along the index: each may have any number of waiting deliveries.
const waitingEndpoints = Prisma.sql`RECURSIVE waiting AS (
    (SELECT subscription_id AS id FROM deliveries WHERE state = 'waiting' ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (SELECT subscription_id FROM deliveries
      WHERE state = 'waiting' AND subscription_id > waiting.id ORDER BY 1 LIMIT 1)
    FROM waiting WHERE id IS NOT NULL
  )`

/**
 * Adds jobs for subscriptions with deliveries overdue by ten seconds and no job in that time, at most a thousand, and
 * returns their number. A job is lost when a worker fails during a run and cannot reach the database to report it.
 */
export async function addLostDeliveryJobs(db: Database): Promise<number> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH ${waitingEndpoints}, lost AS (
      -- EXCEPT compares sets, whatever the planner estimates for a table that is usually empty.
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
      ${deliveryJobs(Prisma.sql`lost`)}
    )
    SELECT added.id FROM jobs, LATERAL graphile_worker.add_jobs(specs) AS added`
  return rows.length
}

/**
 * Closes waiting deliveries of disabled endpoints, at most a thousand, and returns their number. They were created
 * concurrently with the disabling.
 */
export async function closeStoppedDeliveries(db: Database): Promise<number> {
  return db.$executeRaw`
    WITH ${waitingEndpoints}
    UPDATE deliveries SET state = 'dead', last_error = ${formatFailure({ code: 'endpointOff' })}
    WHERE id IN (
      SELECT d.id FROM waiting JOIN subscriptions s USING (id)
      JOIN deliveries d ON d.subscription_id = s.id AND d.state = 'waiting'
      WHERE s.stopped_at IS NOT NULL LIMIT 1000
      FOR SHARE OF s SKIP LOCKED FOR UPDATE OF d SKIP LOCKED)`
}

/** Returns the names of workers that hold job locks. */
export async function listJobHolders(db: Database): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT locked_by AS name FROM graphile_worker.jobs WHERE locked_by IS NOT NULL`
  return rows.map(({ name }) => name)
}

/** Frees the jobs of a dead worker at once. */
export async function unlockJobsOf(db: Database, holder: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const jobs = await tx.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM graphile_worker.jobs WHERE locked_by = ${holder}`
    const ids = jobs.map(({ id }) => id)
    await tx.$executeRaw`SELECT graphile_worker.force_unlock_workers(ARRAY[${holder}]::text[])`
    // A job re-requested while it ran counts as out of attempts.
    await tx.$executeRaw`
      SELECT count(*) FROM graphile_worker.reschedule_jobs(${ids}::bigint[], attempts := 0)`
  })
}

/** Counts due deliveries of active endpoints and dead ones, for the log. */
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
