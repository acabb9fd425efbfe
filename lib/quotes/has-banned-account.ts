import { type Context, defineLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { readBanned } from './banned-account-store'

/** Returns whether one of these accounts is banned. Concurrent calls share one query. */
export async function hasBannedAccount(
  ctx: Context,
  accounts: readonly Address[],
): Promise<boolean> {
  return (await Promise.all(accounts.map((account) => isBanned(ctx, account)))).includes(true)
}

const isBanned = defineLoader<Address, true>('quotes/bans', ({ db }, addresses) =>
  readBanned(db, addresses),
)
