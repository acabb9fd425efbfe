import { removeUnreferencedAppData } from '@/lib/app-data/remove-unreferenced-app-data'
import { removeOldInputs } from '@/lib/auctions/competition/competition-store'
import { reencryptReceivers } from '@/lib/channels/encryption/reseal-receivers'
import { deleteExpiredTelegramLinks } from '@/lib/channels/telegram/telegram-link-store'
import { deleteExpiredAnswers } from '@/lib/http/cache/shared-answers'
import { deleteOldRateLimits } from '@/lib/http/pipeline/rate-limit'
import { deleteExpiredQuotes } from '@/lib/quotes/quote-store'
import { deleteOldSignIns } from '@/lib/sessions/delete-old-sign-ins'
import { deleteOldShadows } from '@/lib/settlements/submission/shadow-store'
import type { Loop } from './loop'

const dayMs = 24 * 60 * 60 * 1_000
/**
 * Retention of auction inputs, for replays; they are most of an auction's size. Unsent settlements are kept as long.
 */
const inputDays = 30

/** Deletes expired data; several workers may run it at once. */
export const housekeepingLoop: Loop = {
  name: 'housekeeping',
  every: 60_000,
  run: async (ctx) => {
    const windows = await deleteOldRateLimits(ctx)
    const quotes = await deleteExpiredQuotes(ctx.db, ctx.now() - dayMs)
    const documents = await removeUnreferencedAppData(ctx)
    const answers = await deleteExpiredAnswers(ctx)
    const signIns = await deleteOldSignIns(ctx)
    const links = await deleteExpiredTelegramLinks(ctx.db, ctx.now())
    const sealed = await reencryptReceivers(ctx)
    const inputs = await removeOldInputs(ctx.db, new Date(ctx.now() - inputDays * dayMs))
    const shadows = await deleteOldShadows(ctx.db, new Date(ctx.now() - inputDays * dayMs))
    const kept = { documents, sealed, inputs, shadows }
    ctx.log.debug({ windows, quotes, answers, signIns, links, ...kept }, 'cleaned up')
    return 'done'
  },
}
