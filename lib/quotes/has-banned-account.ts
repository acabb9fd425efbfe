import { type Context, contextLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { readBanned } from './banned-account-store'

/** Whether one of these accounts is banned; what is asked at the same time is answered by one query. */
export async function hasBannedAccount(
  ctx: Context,
  accounts: readonly Address[],
): Promise<boolean> {
  const isBanned = contextLoader<Address, true>(ctx, 'quotes:bans', {
    load: (addresses) => readBanned(ctx.db, addresses),
  })
  return (await Promise.all(accounts.map(isBanned))).includes(true)
}
