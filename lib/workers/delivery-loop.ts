import { EventEmitter, once } from 'node:events'
import {
  Logger,
  makeWorkerUtils,
  type Runner,
  run,
  type WorkerEvents,
  type WorkerUtils,
} from 'graphile-worker'
import type { Pool } from 'pg'
import { drainCounts } from '@/lib/channels/sending/delivery-counts'
import { createDeliveryRunner } from '@/lib/channels/sending/delivery-scheduler'
import type { Senders } from '@/lib/channels/sending/senders'
import type { Context } from '@/lib/context'
import { openPool } from '@/lib/db/database'
import { type NameLocks, openNameLocks } from '@/lib/db/name-locks'
import {
  addLostDeliveryJobs,
  closeStoppedDeliveries,
  countBacklog,
  listJobHolders,
  unlockJobsOf,
} from '@/lib/outbox/delivery-job-repair-store'
import { deliveryTask } from '@/lib/outbox/delivery-job-store'
import { type Loop, runLoop, sleep } from './loop'

/** Milliseconds before a lost worker starts again. */
const restartMs = 500
/** Maximum wait for a runner that cannot reach the database, in milliseconds. */
const stopMs = 5_000

/**
 * Returns a loop that sends the waiting deliveries, alongside any number of other workers. It restarts when the session
 * that holds its advisory locks is lost, or when it cannot fetch jobs.
 */
export function deliveryLoop(databaseUrl: string, senders: Senders): Loop {
  return {
    name: 'deliveries',
    every: restartMs,
    run: async (ctx, signal) => {
      const locks = await openNameLocks(databaseUrl)
      try {
        await runUntil(AbortSignal.any([signal, locks.lost]), ctx, { databaseUrl, senders, locks })
      } finally {
        await locks.end()
      }
      return 'done'
    },
  }
}

type Deliveries = {
  readonly databaseUrl: string
  readonly senders: Senders
  readonly locks: NameLocks
}

async function runUntil(
  stopped: AbortSignal,
  ctx: Context,
  { databaseUrl, senders, locks }: Deliveries,
): Promise<void> {
  const failed = new AbortController()
  const over = AbortSignal.any([stopped, failed.signal])
  const pool = openPool({
    url: databaseUrl,
    connections: ctx.config.databaseConnections.deliveries,
  })
  // Reports a connection that fails while in use to its user.
  pool.on('connect', (client) => client.on('error', () => {}))
  const failingAtOnce = Math.ceil(ctx.config.deliveryConcurrency / 2)
  const deliver = createDeliveryRunner(ctx, { locks, senders, signal: over, failingAtOnce })
  try {
    const onStuck = () => failed.abort()
    const runner = await startRunner(ctx, { pool, locks, deliver, onStuck })
    const utils = await makeWorkerUtils({ pgPool: pool, logger: silent })
    const maintenance = maintenanceLoops(locks, utils).map((loop) => runLoop(ctx, loop, over))
    if (!over.aborted) await Promise.race([once(over, 'abort'), runner.promise])
    await Promise.race([Promise.all([runner.stop(), ...maintenance]), sleep(stopMs, locks.lost)])
  } finally {
    failed.abort()
    void pool.end().catch(() => {})
  }
}

const silent = new Logger(() => () => {})

/** Milliseconds between polls, which find jobs that become due; new jobs are announced. */
const pollMs = 250
/** Milliseconds after which prefetched jobs return to the queue, so that other workers may run them. */
const prefetchMs = 5_000
/** Attempts in a row to fetch jobs that may fail: about two seconds. */
const maxFailures = 8

type RunnerOptions = Pick<Deliveries, 'locks'> & {
  readonly pool: Pool
  /** Sends the due deliveries of a subscription. */
  readonly deliver: (subscriptionId: string) => Promise<void>
  /** Called when fetching jobs keeps failing. */
  readonly onStuck: () => void
}

/**
 * Runs the jobs of the delivery queue until it is stopped.
 *
 * Receivers have no named queues: graphile-worker would lock all of them for each fetch, 20 ms with 10,000, during which
 * other workers get no job. `deliver` serves a receiver once at a time instead.
 *
 * graphile-worker looks up its tasks once. If the database does not answer just then, it fetches nothing from then on and
 * has to be restarted.
 *
 * @throws when the database does not answer.
 */
function startRunner(
  ctx: Context,
  { pool, locks, deliver, onStuck }: RunnerOptions,
): Promise<Runner> {
  const concurrentJobs = ctx.config.deliveryConcurrency
  const events: WorkerEvents = new EventEmitter()
  // Locks its name before it locks any job under it.
  events.on('pool:create', ({ workerPool: { id } }) => {
    locks.take(nameOfHolder(id)).catch(() => {})
  })
  let failures = 0
  events.on('localQueue:getJobs:complete', () => {
    failures = 0
  })
  return run({
    pgPool: pool,
    noHandleSignals: true,
    events,
    logger: new Logger(() => (level, message) => {
      if (level !== 'error') return
      // graphile-worker emits no event for this.
      if (message.startsWith('Error occurred fetching jobs')) failures += 1
      if (failures <= 1 || failures === maxFailures) ctx.log.warn({ message }, 'job queue')
      if (failures === maxFailures) onStuck()
    }),
    parsedCronItems: [],
    taskList: {
      [deliveryTask]: (payload) => deliver((payload as { subscriptionId: string }).subscriptionId),
    },
    preset: {
      worker: {
        concurrentJobs,
        pollInterval: pollMs,
        localQueue: { size: concurrentJobs, ttl: prefetchMs },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
}

/** Poll interval in milliseconds for jobs of dead workers; their receivers wait that long. */
const unlockMs = 1_000
/** Poll interval in milliseconds for deliveries without a job: half the time after which a job counts as lost. */
const repairMs = 5_000
/** Milliseconds between log lines. */
const reportMs = 60_000

/** Maintenance that every delivery worker runs alongside its jobs; any number of workers may run it. */
function maintenanceLoops(locks: NameLocks, utils: WorkerUtils): readonly Loop[] {
  return [unlockingLoop(locks), repairLoop, reportLoop(utils)]
}

/** The worker's advisory lock, held for its lifetime. */
function nameOfHolder(holder: string): string {
  return `delivery-worker:${holder}`
}

/** Otherwise jobs of a killed worker stay locked for four hours. */
function unlockingLoop(locks: NameLocks): Loop {
  return {
    name: 'freed-deliveries',
    every: unlockMs,
    run: async (ctx) => {
      for (const holder of await listJobHolders(ctx.db)) {
        const name = nameOfHolder(holder)
        if (!(await locks.take(name))) continue
        await unlockJobsOf(ctx.db, holder).finally(() => locks.release(name))
        ctx.log.warn({ holder }, 'released the jobs of a dead worker')
      }
      return 'done'
    },
  }
}

const repairLoop: Loop = {
  name: 'lost-deliveries',
  every: repairMs,
  run: async (ctx) => {
    const count = await addLostDeliveryJobs(ctx.db)
    if (count > 0) ctx.log.warn({ count }, 're-queued deliveries without a job')
    await closeStoppedDeliveries(ctx.db)
    return 'done'
  },
}

function reportLoop(utils: WorkerUtils): Loop {
  return {
    name: 'delivery-report',
    every: reportMs,
    run: async (ctx) => {
      // Failed jobs that another job has replaced, which would never run again.
      await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] })
      const backlog = await countBacklog(ctx.db)
      const counts = drainCounts(ctx)
      if (backlog.due > 0 || Object.keys(counts).length > 0) {
        ctx.log.info({ ...backlog, ...counts }, 'deliveries')
      }
      return 'done'
    },
  }
}
