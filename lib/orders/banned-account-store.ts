import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'

/** Whether one of these accounts is banned. */
export async function hasBannedAccount(
  db: Transaction,
  accounts: readonly Address[],
): Promise<boolean> {
  const row = await db.bannedAccount.findFirst({ where: { address: { in: [...accounts] } } })
  return row !== null
}
