import type { Outcome } from '@/lib/channels/channel'
import { type Context, defineSlot } from '@/lib/context'
import type { Channel } from '@/lib/outbox/subscription'

const countsOf = defineSlot('channels/delivery-counts', () => new Map<string, number>())

/** Counts a message by channel and outcome, for the log and the metrics. */
export function countOutcome(ctx: Context, channel: Channel, kind: Outcome['kind']): void {
  ctx.metrics.deliveries.inc({ channel, result: kind })
  const counts = countsOf(ctx)
  const name = `${channel}.${kind}`
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Returns the counts of this process as `<channel>.<outcome>` and resets them. */
export function drainCounts(ctx: Context): Readonly<Record<string, number>> {
  const counts = countsOf(ctx)
  const taken = Object.fromEntries(counts)
  counts.clear()
  return taken
}
