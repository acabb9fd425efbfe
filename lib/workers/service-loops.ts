import { attributeTraders } from '@/lib/affiliate/attribution/attribute-traders'
import { findFinalTo } from '@/lib/affiliate/attribution/watermark'
import { deleteIrrelevantFundings } from '@/lib/affiliate/funding/funding-store'
import { readFundings } from '@/lib/affiliate/funding/read-fundings'
import { closeEpochs } from '@/lib/affiliate/payouts/close-epochs'
import { removeUnreferencedAppData } from '@/lib/app-data/remove-unreferenced-app-data'
import { reduceAuctions } from '@/lib/auctions/competition/reduce-auctions'
import { reencryptEndpoints } from '@/lib/channels/encryption/reencrypt-endpoints'
import { createTelegramPolls } from '@/lib/channels/telegram/poll-telegram'
import { createTelegramBot } from '@/lib/channels/telegram/telegram-bot'
import { deleteExpiredTelegramLinks } from '@/lib/channels/telegram/telegram-link-store'
import type { Context } from '@/lib/context'
import { daySeconds } from '@/lib/core/time'
import { deleteExpiredAnswers } from '@/lib/http/cache/shared-answers'
import { deleteOldRateLimits } from '@/lib/http/pipeline/rate-limit'
import { deleteOldNotifications } from '@/lib/notifications/notification-store'
import { deleteOldDeliveries } from '@/lib/outbox/delete-old-deliveries'
import { deleteExpiredQuotes } from '@/lib/quotes/quote-store'
import { deleteOldSignIns } from '@/lib/sessions/delete-old-sign-ins'
import { packOldAuctions } from '@/lib/settlements/lifecycle/pack-old-auctions'
import { forgetBytes } from '@/lib/settlements/submission/forget-bytes'
import { deleteOldShadows } from '@/lib/settlements/submission/shadow-store'
import type { LedLoops } from './lead'
import type { Loop } from './loop'
import { onOneNode } from './network-loops'

/** Milliseconds between attributions; statistics show a trade this late, and cached ones another 30 seconds. */
const attributionMs = 5_000
/** Milliseconds between reads of transfers, which final blocks alone can change. */
const fundingsMs = 10_000
/** Poll interval in milliseconds for ended epochs, which last days. */
const payoutsMs = 60_000

/** Loops that compute affiliate rewards from the trades of all networks. Two processes may run them at once. */
export function referralLoops(ctx: Context): LedLoops {
  const fundings = ctx.config.chainIds.map((chainId) => onOneNode(fundingsLoop(chainId), chainId))
  return { role: 'referrals', loops: () => [attributionLoop, payoutsLoop, ...fundings] }
}

const attributionLoop: Loop = {
  name: 'referrals',
  every: attributionMs,
  run: async (ctx) => {
    const { attributed, isPartial } = await attributeTraders(ctx)
    if (attributed > 0) ctx.log.info({ traders: attributed }, 'trades attributed')
    return isPartial ? 'again' : 'done'
  },
}

const payoutsLoop: Loop = {
  name: 'payouts',
  every: payoutsMs,
  run: async (ctx) => {
    const payouts = await closeEpochs(ctx)
    if (payouts > 0) ctx.log.info({ payouts }, 'payouts recorded')
    await deleteIrrelevantFundings(ctx.db, (await findFinalTo(ctx)) - 2 * daySeconds)
    return 'done'
  },
}

function fundingsLoop(chainId: number): Loop {
  return {
    name: `fundings/${chainId}`,
    every: fundingsMs,
    run: (ctx) => readFundings(ctx, chainId),
  }
}

/**
 * Returns the loop that answers messages to our Telegram bot. Only one process may run it, or Telegram refuses both.
 */
export function telegramLoops(ctx: Context): readonly LedLoops[] {
  const bot = createTelegramBot(ctx)
  if (!bot) return []
  const loops = () => {
    const poll = createTelegramPolls(ctx, bot)
    const run = async (_: Context, signal: AbortSignal) => {
      await poll(signal)
      return 'again' as const
    }
    return [{ name: 'telegram', every: 0, run }]
  }
  return [{ role: 'telegram', loops }]
}

const dayMs = 24 * 60 * 60 * 1_000

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
    const sealed = await reencryptEndpoints(ctx)
    const shadows = await deleteOldShadows(ctx.db, daysAgo(ctx, ctx.config.auctionDetailDays))
    const kept = { documents, sealed, shadows }
    ctx.log.debug({ windows, quotes, answers, signIns, links, ...kept }, 'cleaned up')
    return 'done'
  },
}

/** Rows per batch: about a second of work at most. */
const batch = 500

/** Deletes in batches what is no longer used, and would grow for ever; several workers may run it at once. */
export const retentionLoop: Loop = {
  name: 'retention',
  every: 60_000,
  run: async (ctx) => {
    const { auctionDetailDays, deliveryDays, notificationDays } = ctx.config
    const details = { before: daysAgo(ctx, auctionDetailDays), limit: batch }
    const auctions = await reduceAuctions(ctx.db, details)
    const transactions = await forgetBytes(ctx.db, details)
    const limits = { before: daysAgo(ctx, deliveryDays), limit: batch }
    const deliveries = await deleteOldDeliveries(ctx.db, limits)
    const old = { before: daysAgo(ctx, notificationDays), limit: batch }
    const notifications = await deleteOldNotifications(ctx.db, old)
    // Last, so that a missing right to delete transactions does not stop the other deletions.
    const packed = await packOldAuctions(ctx.db, { ...details, now: ctx.now() })
    const counts = { auctions, transactions, deliveries, notifications, packed }
    if (Object.values(counts).some((count) => count > 0))
      ctx.log.info(counts, 'old details deleted')
    return Object.values(counts).includes(batch) ? 'again' : 'done'
  },
}

function daysAgo(ctx: Context, days: number): Date {
  return new Date(ctx.now() - days * dayMs)
}
