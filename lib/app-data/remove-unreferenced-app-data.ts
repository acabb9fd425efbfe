import { type Context, contextSlot } from '@/lib/context'
import { type AppDataPlace, deleteUnreferencedAppData } from './app-data-store'

const dayMs = 24 * 60 * 60 * 1_000

/** Documents looked at by one statement, and statements of one run. */
const limit = 1_000
const maxBatches = 20

const start: AppDataPlace = { at: new Date(0), hash: '' }

/**
 * Removes documents that no order has named for a day since they were uploaded, and returns how many. Each
 * document is looked at once per process: orders stay, so what one names is needed for good.
 */
export async function removeUnreferencedAppData(ctx: Context): Promise<number> {
  const sweep = contextSlot(ctx, 'app-data:sweep', () => ({ after: start }))
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
