import { type NamedPriceAlert, readPriceAlerts } from '@/lib/alerts/manage-price-alerts'
import { deletePriceAlerts } from '@/lib/alerts/price-alert-store'
import { tryOpen } from '@/lib/channels/encryption/encrypt'
import { deleteTelegramLinks } from '@/lib/channels/telegram/telegram-link-store'
import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import { deletePrivateNotifications } from '@/lib/notifications/notification-store'
import { deleteReadMarks, readReadMarks } from '@/lib/notifications/read-mark-store'
import { type AccountDelivery, listAccountDeliveries } from '@/lib/outbox/delivery-store'
import { listEncryptedEndpoints } from '@/lib/outbox/endpoint-store'
import type { Channel, Subscription } from '@/lib/outbox/subscription'
import {
  type DeletedSubscriptions,
  deleteSubscriptions,
  listKeptSubscriptions,
} from '@/lib/outbox/subscription-store'
import type { Targets } from './channel'

/** Maximum exported deliveries, newest first; the API pages through all of them. */
const maxDeliveries = 1_000
/** Maximum exported marks of each kind, newest first. */
const maxMarks = 10_000

/** Everything stored for an identity's notifications, except the notifications themselves. */
export type AccountData = {
  readonly subscriptions: readonly {
    readonly subscription: Subscription
    /** Null: encrypted with a key that no longer exists. */
    readonly target: Readonly<Record<string, string>> | null
  }[]
  readonly deliveries: readonly AccountDelivery[]
  readonly priceAlerts: readonly NamedPriceAlert[]
  readonly readMarks: Awaited<ReturnType<typeof readReadMarks>>
}

/**
 * Exports everything stored for an identity's notifications: endpoints in full (only the label for Telegram chats and
 * for browsers that are gone), the newest thousand deliveries, price alerts, and read marks. Secrets and browser keys are not
 * exported.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 */
export async function exportData(ctx: Context, identity: Identity): Promise<AccountData> {
  const subscriptions = await listKeptSubscriptions(ctx.db, identity)
  const receivers = await listEncryptedEndpoints(ctx.db, identity)
  const targets = new Map(
    receivers.map((sealed) => {
      const target = tryOpen(ctx.config, 'target', sealed.target)
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
    priceAlerts: await readPriceAlerts(ctx, identity),
    readMarks: await readReadMarks(ctx.db, identity, maxMarks),
  }
}

function readable(channel: Channel, target: Targets[Channel]): Readonly<Record<string, string>> {
  // Telegram's internal id of a person; the label identifies the chat.
  if (channel === 'telegram') return {}
  if (channel !== 'web_push') return target as Readonly<Record<string, string>>
  return { endpoint: (target as Targets['web_push']).endpoint }
}

/** Numbers of deleted rows. */
type RemovedData = DeletedSubscriptions & {
  readonly priceAlerts: number
  readonly readMarks: number
}

/**
 * Deletes everything an identity has stored for its notifications: endpoints, deliveries, open Telegram links, price
 * alerts with their notifications, and read marks. Rows of a wider scope stay, and so do the notifications about orders,
 * which are public facts of the chain.
 */
export function deleteData(ctx: Context, identity: Identity): Promise<RemovedData> {
  return inTransaction(ctx.db, async (tx) => {
    const deleted = await deleteSubscriptions(tx, identity)
    await deleteTelegramLinks(tx, identity)
    const priceAlerts = await deletePriceAlerts(tx, identity)
    await deletePrivateNotifications(tx, identity)
    return { ...deleted, priceAlerts, readMarks: await deleteReadMarks(tx, identity) }
  })
}
