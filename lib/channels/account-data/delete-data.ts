import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import { deleteAccountData, type RemovedData } from './channel-data-store'

/** Deletes everything stored for an identity's notifications, except the notifications themselves. */
export function deleteData(ctx: Context, identity: Identity): Promise<RemovedData> {
  return inTransaction(ctx.db, (tx) => deleteAccountData(tx, identity))
}
