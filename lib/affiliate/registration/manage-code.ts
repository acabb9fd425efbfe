import { ServiceError } from '@/lib/core/errors'
import type { Transaction } from '@/lib/db/database'
import {
  type Affiliate,
  type AffiliateEntry,
  type CodeReservation,
  findAffiliate,
  findAffiliateByCode,
  findCodeHolder,
  findLastHolder,
  updateEnabled,
  updateFreed,
  updateReservation,
  updateRestored,
} from './affiliate-store'

// Operator actions on codes. They run in the caller's transaction, which also writes the audit record.

/** The code to change and the time of the change. */
type CodeManagement = { readonly code: string; readonly at: Date }

/**
 * Disables a code: trades from `at` on are not eligible, and lookups are forbidden. Returns false when already
 * disabled.
 *
 * @throws {ServiceError} NotFound.
 */
export async function disableCode(tx: Transaction, change: CodeManagement): Promise<boolean> {
  return switchCode(tx, { ...change, enabled: false })
}

/**
 * Enables a code: trades from `at` on count. Returns false when already enabled.
 *
 * @throws {ServiceError} NotFound.
 */
export async function enableCode(tx: Transaction, change: CodeManagement): Promise<boolean> {
  return switchCode(tx, { ...change, enabled: true })
}

/**
 * Frees a wallet, which may register another code with a new signature; `keptFor` reserves its code. Earnings up to
 * `at` remain.
 *
 * @throws {ServiceError} NotFound; Conflict when the code is to be reserved for the same wallet.
 */
export async function freeCode(
  tx: Transaction,
  { code, at, keptFor }: CodeManagement & { readonly keptFor: CodeReservation },
): Promise<void> {
  const { id: affiliateId, walletAddress, createdAt } = await getByCode(tx, code)
  if (keptFor === walletAddress) throw boundAlready(code, walletAddress)
  // With clock skew, a code must not be freed before it was registered.
  const change = { affiliateId, at: at < createdAt ? createdAt : at, keptFor }
  if (!(await updateFreed(tx, change))) throw notFound(code)
}

/**
 * Changes the reservation of a freed code.
 *
 * @throws {ServiceError} NotFound when the code is not freed and reserved.
 */
export async function reserveCode(
  tx: Transaction,
  { code, keptFor }: { readonly code: string; readonly keptFor: CodeReservation },
): Promise<void> {
  const holder = await findCodeHolder(tx, code)
  if (holder && (await updateReservation(tx, { affiliateId: holder.id, keptFor }))) return
  throw notFound(code)
}

/**
 * Restores a freed code to its last wallet with its old terms and traders; trades in between do not count.
 *
 * @throws {ServiceError} NotFound when the code was never registered; Conflict when the code or wallet is registered.
 */
export async function restoreCode(tx: Transaction, { code, at }: CodeManagement): Promise<void> {
  const last = await getRestorable(tx, code)
  if (!(await updateRestored(tx, last, at))) throw boundAlready(code, last.walletAddress)
}

/**
 * Returns the registration that {@link restoreCode} would restore.
 *
 * @throws {ServiceError} as that does.
 */
export async function getRestorable(db: Transaction, code: string): Promise<AffiliateEntry> {
  const last = await findLastHolder(db, code)
  if (!last) throw new ServiceError('NotFound', `nobody ever had the code ${code}`)
  const { walletAddress, freedAt } = last
  if (freedAt === undefined) throw boundAlready(code, walletAddress)
  const other = await findAffiliate(db, walletAddress)
  if (other) throw boundAlready(other.code, walletAddress)
  return last
}

/**
 * Returns the current registration of a code, enabled or not.
 *
 * @throws {ServiceError} NotFound.
 */
export async function getByCode(db: Transaction, code: string): Promise<Affiliate> {
  const affiliate = await findAffiliateByCode(db, code)
  if (affiliate) return affiliate
  throw notFound(code)
}

type Switch = CodeManagement & { readonly enabled: boolean }

async function switchCode(tx: Transaction, { code, at, enabled }: Switch): Promise<boolean> {
  const { id: affiliateId } = await getByCode(tx, code)
  return updateEnabled(tx, { affiliateId, at, enabled })
}

function notFound(code: string): ServiceError {
  return new ServiceError('NotFound', `nobody has the code ${code}`)
}

function boundAlready(code: string, wallet: string): ServiceError {
  return new ServiceError('Conflict', `${wallet} has the code ${code}`)
}
