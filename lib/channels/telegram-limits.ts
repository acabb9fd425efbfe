import { type Context, memoized } from '@/lib/context'
import { toUnixSeconds } from '@/lib/core/time'
import { countUse } from '@/lib/db/rate-limit-store'
import { targetKeys } from './target-key'

/** Messages a second of all workers together; Telegram allows a bot some 30, and one to each chat. */
const mostPerSecond = 25
/** Answers to one person; short bursts are allowed. */
const repliesPerSecond = 2
/** Answers to all people together, so that strangers who write take no places from notifications. */
const mostRepliesPerSecond = 5
/** A turn is put off for ten seconds at most. */
const longestMs = 8_000
/** Chats that are remembered to have been told to wait. */
const mostHeld = 10_000

const heldUntil = (ctx: Context) => memoized(ctx, 'telegram-held', () => new Map<string, number>())

/**
 * Takes one of this second's places for a message to a chat; returns 0, or the milliseconds after which to ask again.
 * The longer the queue, the longer they are.
 */
export async function takePlace(ctx: Context, chatId: string): Promise<number> {
  const now = ctx.now()
  const held = (heldUntil(ctx).get(chatId) ?? 0) - now
  if (held > 0) return Math.min(held, longestMs)
  const endsAt = toUnixSeconds(now) + 1
  const untilNext = endsAt * 1_000 - now
  const [chat] = targetKeys(ctx.config, 'telegram', { chatId })
  if ((await countUse(ctx.db, { key: `telegram:${chat}`, window: endsAt })) > 1) return untilNext
  const place = await countUse(ctx.db, { key: 'telegram', window: endsAt })
  if (place <= mostPerSecond) return 0
  const queueMs = (place / mostPerSecond - 1) * 1_000
  return Math.min(longestMs, Math.round(untilNext + queueMs))
}

/** Takes one of this second's places for an answer to a person; false when there is none. */
export async function takeReplyPlace(ctx: Context, chatId: string): Promise<boolean> {
  const endsAt = toUnixSeconds(ctx.now()) + 1
  const [chat] = targetKeys(ctx.config, 'telegram', { chatId })
  const key = `telegram-replies:${chat}`
  if ((await countUse(ctx.db, { key, window: endsAt })) > repliesPerSecond) return false
  const all = await countUse(ctx.db, { key: 'telegram-replies', window: endsAt })
  if (all > mostRepliesPerSecond) return false
  return (await countUse(ctx.db, { key: 'telegram', window: endsAt })) <= mostPerSecond
}

/** Sends nothing to a chat for as long as Telegram has asked. */
export function holdChat(ctx: Context, chatId: string, ms: number): void {
  const held = heldUntil(ctx)
  if (held.size >= mostHeld) held.clear()
  held.set(chatId, ctx.now() + ms)
}
