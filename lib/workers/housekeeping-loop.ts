import { removeUnreferencedAppData } from '@/lib/app-data/remove-unreferenced-app-data'
import { resealReceivers } from '@/lib/channels/reseal-receivers'
import { deleteExpiredTelegramLinks } from '@/lib/channels/telegram-link-store'
import { deleteOldRateLimits } from '@/lib/http/rate-limit'
import { deleteUselessAnswers } from '@/lib/http/shared-answers'
import { deleteExpiredQuotes } from '@/lib/quotes/quote-store'
import { deleteOldSignIns } from '@/lib/sessions/delete-old-sign-ins'
import type { Loop } from './loop'

const dayMs = 24 * 60 * 60 * 1_000

/** Removes what has served its time; several workers may do it at once. */
export const housekeepingLoop: Loop = {
  name: 'housekeeping',
  every: 60_000,
  run: async (ctx) => {
    const windows = await deleteOldRateLimits(ctx)
    const quotes = await deleteExpiredQuotes(ctx.db, ctx.now() - dayMs)
    const documents = await removeUnreferencedAppData(ctx)
    const answers = await deleteUselessAnswers(ctx)
    const signIns = await deleteOldSignIns(ctx)
    const links = await deleteExpiredTelegramLinks(ctx.db, ctx.now())
    const sealed = await resealReceivers(ctx)
    ctx.log.debug({ windows, quotes, documents, answers, signIns, links, sealed }, 'cleaned up')
    return 'done'
  },
}
