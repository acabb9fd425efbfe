import { EventEmitter } from 'node:events'
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Context } from '@/lib/context'
import { deliveryTask } from '@/lib/outbox/delivery-job-store'

/** New jobs are announced; polling finds jobs that become due. */
const pollMs = 250
/** Milliseconds after which prefetched jobs return to the queue. */
const keptMs = 5_000

/** Attempts in a row to fetch jobs that may fail: about two seconds. */
const maxFailures = 8

type RunnerOptions = {
  readonly pool: Pool
  /** Sends the due deliveries of a subscription. */
  readonly turn: (subscriptionId: string) => Promise<void>
  /** Receives the name under which this runner locks jobs, before it locks any. */
  readonly named: (name: string) => void
  /** Called when fetching jobs keeps failing. */
  readonly stuck: () => void
  /** Maximum concurrent turns. */
  readonly places: number
}

/**
 * Runs the jobs of the delivery queue until it is stopped.
 *
 * Receivers have no named queues: graphile-worker would lock all of them for each fetch, 20 ms with 10,000, during which
 * other workers get no job. `turn` serves a receiver once at a time instead.
 *
 * graphile-worker looks up its tasks once. If the database does not answer just then, it fetches nothing from then on and
 * has to be restarted.
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
      // graphile-worker emits no event for this.
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
