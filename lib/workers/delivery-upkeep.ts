import { drainCounts } from '@/lib/channels/sending/delivery-counts'
import type { NameLocks } from '@/lib/db/name-locks'
import {
  addLostDeliveryJobs,
  closeStoppedDeliveries,
  countBacklog,
  deleteExhaustedJobs,
  listJobHolders,
  unlockJobsOf,
} from '@/lib/outbox/delivery-job-repair-store'
import type { Loop } from './loop'

const freeMs = 1_000
const repairMs = 5_000
const reportMs = 60_000

/** Maintenance that every delivery worker runs alongside its jobs; any number of workers may run it. */
export function deliveryUpkeep(locks: NameLocks): readonly Loop[] {
  return [freeingLoop(locks), repairLoop, reportLoop]
}

/** The worker's advisory lock, held for its lifetime. */
export function nameOfHolder(holder: string): string {
  return `delivery-worker:${holder}`
}

/** Otherwise jobs of a killed worker stay locked for four hours. */
function freeingLoop(locks: NameLocks): Loop {
  return {
    name: 'freed-deliveries',
    every: freeMs,
    run: async (ctx) => {
      for (const holder of await listJobHolders(ctx.db)) {
        const name = nameOfHolder(holder)
        if (!(await locks.take(name))) continue
        await unlockJobsOf(ctx.db, holder).finally(() => locks.release(name))
        ctx.log.warn({ holder }, 'freed the jobs of a worker that is no more')
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
    if (count > 0) ctx.log.warn({ count }, 'deliveries had lost their jobs')
    await closeStoppedDeliveries(ctx.db)
    return 'done'
  },
}

const reportLoop: Loop = {
  name: 'delivery-report',
  every: reportMs,
  run: async (ctx) => {
    await deleteExhaustedJobs(ctx.db)
    const backlog = await countBacklog(ctx.db)
    const counts = drainCounts(ctx)
    if (backlog.due > 0 || Object.keys(counts).length > 0) {
      ctx.log.info({ ...backlog, ...counts }, 'deliveries')
    }
    return 'done'
  },
}
