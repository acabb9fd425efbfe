import { type Context, defineSlot } from '@/lib/context'
import { type AppDataKey, deleteUnreferencedAppData } from './app-data-store'

/** Milliseconds after its last use in which an order may still name a document by its hash. */
const dayMs = 24 * 60 * 60 * 1_000

/** Documents per statement, and statements per run, so that no run holds the database for long. */
const limit = 1_000
const maxBatches = 20

const start: AppDataKey = { at: new Date(0), hash: '' }

const sweepOf = defineSlot('app-data/sweep', () => ({ after: start }))

/**
 * Removes documents last used over a day ago that no order references, and returns their number. A process examines
 * each document once per use: orders are never deleted, so a referenced document stays for good.
 */
export async function removeUnreferencedAppData(ctx: Context): Promise<number> {
  const sweep = sweepOf(ctx)
  const before = new Date(ctx.now() - dayMs)
  let removed = 0
  for (let batch = 0; batch < maxBatches; batch++) {
    const done = await deleteUnreferencedAppData(ctx.db, { after: sweep.after, before, limit })
    removed += done.removed
    if (!done.last) break
    sweep.after = done.last
  }
  return removed
}
