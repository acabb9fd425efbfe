import { once } from 'node:events'
import { createDeliveryRunner } from '@/lib/channels/sending/delivery-scheduler'
import type { Senders } from '@/lib/channels/sending/senders'
import type { Context } from '@/lib/context'
import { openPool } from '@/lib/db/database'
import { type NameLocks, openNameLocks } from '@/lib/db/name-locks'
import { startDeliveryRunner } from './delivery-runner'
import { deliveryUpkeep, nameOfHolder } from './delivery-upkeep'
import { type Loop, runLoop, sleep } from './loop'

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
  const places = ctx.config.deliveryConcurrency
  const pool = openPool({ url: databaseUrl, connections: 4 })
  // Reports a connection that fails while in use to its user.
  pool.on('connect', (client) => client.on('error', () => {}))
  const failingAtOnce = Math.ceil(places / 2)
  const turn = createDeliveryRunner(ctx, { locks, senders, signal: over, failingAtOnce })
  const named = (name: string) => void locks.take(nameOfHolder(name)).catch(() => {})
  try {
    const stuck = () => failed.abort()
    const runner = await startDeliveryRunner(ctx, { pool, turn, named, stuck, places })
    const upkeep = deliveryUpkeep(locks).map((loop) => runLoop(ctx, loop, over))
    if (!over.aborted) await Promise.race([once(over, 'abort'), runner.promise])
    await Promise.race([Promise.all([runner.stop(), ...upkeep]), sleep(stopMs, locks.lost)])
  } finally {
    failed.abort()
    void pool.end().catch(() => {})
  }
}
