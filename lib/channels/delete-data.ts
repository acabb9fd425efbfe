import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { inTransaction } from '@/lib/db/database'
import { deleteAccountData, type RemovedData } from './channel-data-store'

/** Removes all that is kept of an account for its notifications, besides the notifications themselves. */
export function deleteData(ctx: Context, account: Address): Promise<RemovedData> {
  return inTransaction(ctx.db, (tx) => deleteAccountData(tx, account))
}
