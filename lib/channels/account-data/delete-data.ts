import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import { deleteAccountData, type RemovedData } from './channel-data-store'

/** Removes all that is kept of an identity for its notifications, besides the notifications themselves. */
export function deleteData(ctx: Context, identity: Identity): Promise<RemovedData> {
  return inTransaction(ctx.db, (tx) => deleteAccountData(tx, identity))
}
