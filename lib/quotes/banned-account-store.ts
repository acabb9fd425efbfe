import { type Context, defineLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { type Database, queryPrepared, type Transaction } from '@/lib/db/database'

/** An account whose orders are refused with Forbidden, and the reason. */
export type BannedAccount = {
  readonly address: Address
  readonly reason: string
  readonly createdAt: Date
}

/** Returns the banned accounts among `accounts`, by a prepared statement: outside transactions only. */
export async function readBanned(
  db: Database,
  accounts: readonly Address[],
): Promise<ReadonlyMap<Address, true>> {
  const rows = await queryPrepared<{ address: Address }>(db, {
    name: 'banned-accounts',
    text: 'SELECT address FROM banned_accounts WHERE address = ANY($1::text[])',
    values: [accounts],
  })
  return new Map(rows.map(({ address }) => [address, true]))
}

/** Returns the banned accounts among any number of accounts. */
export async function listBannedAmong(
  db: Transaction,
  accounts: readonly Address[],
): Promise<Address[]> {
  const rows = await db.$queryRaw<{ address: Address }[]>`
    SELECT address FROM banned_accounts WHERE address = ANY(${[...new Set(accounts)]}::text[])`
  return rows.map(({ address }) => address)
}

/** Lists all banned accounts, oldest ban first. */
export async function listBannedAccounts(db: Transaction): Promise<BannedAccount[]> {
  const rows = await db.bannedAccount.findMany({
    orderBy: [{ createdAt: 'asc' }, { address: 'asc' }],
  })
  return rows.map((row) => ({ ...row, address: row.address as Address }))
}

/**
 * Bans an account.
 * @throws a unique violation (`isUniqueViolation`) if it is banned already.
 */
export async function insertBannedAccount(tx: Transaction, account: BannedAccount): Promise<void> {
  await tx.bannedAccount.create({ data: account })
}

/** Lifts a ban; returns false if there was none. */
export async function deleteBannedAccount(tx: Transaction, address: Address): Promise<boolean> {
  const { count } = await tx.bannedAccount.deleteMany({ where: { address } })
  return count > 0
}

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
