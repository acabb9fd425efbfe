import { deleteTelegramLinks } from '@/lib/channels/telegram/telegram-link-store'
import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import { deleteReadMarks } from '@/lib/notifications/read-mark-store'
import { type DeletedSubscriptions, deleteSubscriptions } from '@/lib/outbox/subscription-store'

/** Numbers of deleted rows. */
export type RemovedData = DeletedSubscriptions & { readonly readMarks: number }

/**
 * Deletes everything an identity has stored for its notifications: endpoints, deliveries, open Telegram links and read
 * marks. Rows of a wider scope stay, and so do the notifications, which are public facts of the chain.
 */
export function deleteData(ctx: Context, identity: Identity): Promise<RemovedData> {
  return inTransaction(ctx.db, async (tx) => {
    const deleted = await deleteSubscriptions(tx, identity)
    await deleteTelegramLinks(tx, identity)
    return { ...deleted, readMarks: await deleteReadMarks(tx, identity) }
  })
}
