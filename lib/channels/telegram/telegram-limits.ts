import type { Outcome } from '@/lib/channels/channel'
import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Context } from '@/lib/context'
import { toUnixSeconds } from '@/lib/core/time'
import { countUse, findWindowAfter } from '@/lib/db/rate-limit-store'

/** Messages per second of all workers together; Telegram allows a bot about 30, and one per chat. */
const maxPerSecond = 25
/** Replies per second to one person; short bursts are allowed. */
const repliesPerSecond = 2
/** Replies per second to all people, so that unknown people who write take no send slots from notifications. */
const maxRepliesPerSecond = 5
/** Below the ten seconds for which a run may be postponed. */
const maxWaitMs = 8_000

/**
 * Acquires one of this second's send slots for a chat. Returns 0, or the milliseconds after which to try again, which
 * grow with the queue.
 */
export async function acquireSendSlot(ctx: Context, chatId: string): Promise<number> {
  const now = ctx.now()
  const waitMs = await holdMs(ctx, chatId)
  if (waitMs > 0) return Math.min(waitMs, maxWaitMs)
  const endsAt = toUnixSeconds(now) + 1
  const untilNext = endsAt * 1_000 - now
  const [chat] = targetKeys(ctx.config, 'telegram', { chatId })
  if ((await countUse(ctx.db, { key: `telegram:${chat}`, window: endsAt })) > 1) return untilNext
  const slot = await countUse(ctx.db, { key: 'telegram', window: endsAt })
  if (slot <= maxPerSecond) return 0
  const queueMs = (slot / maxPerSecond - 1) * 1_000
  return Math.min(maxWaitMs, Math.round(untilNext + queueMs))
}

/** Acquires one of this second's send slots for a reply; false when there is none or Telegram asks to wait. */
export async function acquireReplySlot(ctx: Context, chatId: string): Promise<boolean> {
  if ((await holdMs(ctx, chatId)) > 0) return false
  const endsAt = toUnixSeconds(ctx.now()) + 1
  const [chat] = targetKeys(ctx.config, 'telegram', { chatId })
  const key = `telegram-replies:${chat}`
  if ((await countUse(ctx.db, { key, window: endsAt })) > repliesPerSecond) return false
  const all = await countUse(ctx.db, { key: 'telegram-replies', window: endsAt })
  if (all > maxRepliesPerSecond) return false
  return (await countUse(ctx.db, { key: 'telegram', window: endsAt })) <= maxPerSecond
}

/** Makes all workers wait for as long as Telegram asks for a chat, if the outcome says so. */
export async function applyHold(ctx: Context, chatId: string, outcome: Outcome): Promise<void> {
  if (outcome.kind !== 'failed' || outcome.afterMs === undefined) return
  const until = Math.ceil((ctx.now() + outcome.afterMs) / 1_000)
  await countUse(ctx.db, { key: holdKey(ctx, chatId), window: until })
}

/** Milliseconds for which Telegram asks not to send to a chat; 0: none. */
async function holdMs(ctx: Context, chatId: string): Promise<number> {
  const second = toUnixSeconds(ctx.now())
  const until = await findWindowAfter(ctx.db, { key: holdKey(ctx, chatId), window: second })
  return until === undefined ? 0 : until * 1_000 - ctx.now()
}

function holdKey({ config }: Context, chatId: string): string {
  return `telegram-hold:${targetKeys(config, 'telegram', { chatId })[0]}`
}
