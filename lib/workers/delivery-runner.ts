import { EventEmitter } from 'node:events'
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Context } from '@/lib/context'
import { deliveryTask } from '@/lib/notifications/delivery-job-store'

/** New jobs announce themselves; this finds those whose time comes. */
const pollMs = 250
/** Jobs that are kept for a free place are given back to other workers after this. */
const keptMs = 5_000

/** Attempts in a row to fetch jobs that may fail: about two seconds. */
const maxFailures = 8

type RunnerOptions = {
  readonly pool: Pool
  /** Gives a subscription its turn. */
  readonly turn: (subscriptionId: string) => Promise<void>
  /** Told the name under which this runner locks its jobs, before it does. */
  readonly named: (name: string) => void
  /** Told when fetching jobs fails again and again. */
  readonly stuck: () => void
  /** Turns at once. */
  readonly places: number
}

/**
 * Runs the jobs of the delivery queue until it is stopped.
 *
 * Jobs have no queue of their own per receiver: for each fetch the job queue would lock all queues that there are,
 * some 20 ms with 10,000 of them, and other workers see none meanwhile. The turn sees to it that a receiver is sent
 * to once at a time.
 *
 * What the job queue asks about its tasks it asks once: when the database does not answer just then, it keeps the
 * failure and fetches nothing ever after, so whoever runs it has to begin anew.
 *
 * @throws when the database does not answer.
 */
export function startDeliveryRunner(
  ctx: Context,
  { pool, turn, named, stuck, places }: RunnerOptions,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => named(workerPool.id))
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
      // No event tells of it.
      if (message.startsWith('Error occurred fetching jobs')) failures += 1
      if (failures <= 1 || failures === maxFailures) ctx.log.warn({ message }, 'job queue')
      if (failures === maxFailures) stuck()
    }),
    parsedCronItems: [],
    taskList: {
      [deliveryTask]: (payload) => turn((payload as { subscriptionId: string }).subscriptionId),
    },
    preset: {
      worker: {
        concurrentJobs: places,
        pollInterval: pollMs,
        localQueue: { size: places, ttl: keptMs },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
}
