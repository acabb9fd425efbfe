import type { Channel, Targets } from '@/lib/channels/channel'
import { openIfKept } from '@/lib/channels/encryption/encrypt'
import { listSealedReceivers } from '@/lib/channels/encryption/sealed-receiver-store'
import {
  type AccountDelivery,
  listAccountDeliveries,
} from '@/lib/channels/sending/account-delivery-store'
import type { Subscription } from '@/lib/channels/subscriptions/subscription'
import { listKeptSubscriptions } from '@/lib/channels/subscriptions/subscription-store'
import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import { readReadMarks } from '@/lib/notifications/read-mark-store'

/** Deliveries that are exported, the newest: there may be any number, and pages of them all. */
const maxDeliveries = 1_000
/** Marks of each kind that are exported, the newest. */
const maxMarks = 10_000

/** All that is kept of an identity for its notifications, besides the notifications themselves. */
export type AccountData = {
  readonly subscriptions: readonly {
    readonly subscription: Subscription
    /** Null: it was sealed under a key that is gone. */
    readonly target: Readonly<Record<string, string>> | null
  }[]
  readonly deliveries: readonly AccountDelivery[]
  readonly readMarks: Awaited<ReturnType<typeof readReadMarks>>
}

/**
 * Reads all that is kept of an identity for its notifications: where they go, in full (of Telegram chats the label, and of
 * browsers that are gone), the newest thousand deliveries, and what it has read. What secures a channel (secrets, a browser's keys) stays here.
 *
 * @throws {ServiceError} ServiceUnavailable when there is no ENCRYPTION_KEY.
 */
export async function exportData(ctx: Context, identity: Identity): Promise<AccountData> {
  const subscriptions = await listKeptSubscriptions(ctx.db, identity)
  const receivers = await listSealedReceivers(ctx.db, identity)
  const targets = new Map(
    receivers.map((sealed) => {
      const target = openIfKept(ctx.config, 'target', sealed.target)
      const shown = target === undefined ? null : readable(sealed.channel, JSON.parse(target))
      return [sealed.subscriptionId, shown] as const
    }),
  )
  return {
    subscriptions: subscriptions.map((subscription) => {
      const target = targets.get(subscription.id)
      return { subscription, target: target === undefined ? {} : target }
    }),
    deliveries: await listAccountDeliveries(ctx.db, identity, { limit: maxDeliveries }),
    readMarks: await readReadMarks(ctx.db, identity, maxMarks),
  }
}

function readable(channel: Channel, target: Targets[Channel]): Readonly<Record<string, string>> {
  // Telegram's own number of a person; the label says which chat it is.
  if (channel === 'telegram') return {}
  if (channel !== 'web_push') return target as Readonly<Record<string, string>>
  return { endpoint: (target as Targets['web_push']).endpoint }
}
