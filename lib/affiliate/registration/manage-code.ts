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
} from './affiliate-store'
import { updateEnabled, updateFreed, updateKept, updateRestored } from './code-change-store'

// What operators do to a code, in a transaction of the caller's, who writes the record of it there.

/** Which code, and when it is changed. */
type CodeManagement = { readonly code: string; readonly at: Date }

/**
 * Switches a code off: from `at` on it brings no eligible trade and is shown as forbidden. False when it was off.
 *
 * @throws {ServiceError} NotFound.
 */
export async function disableCode(tx: Transaction, change: CodeManagement): Promise<boolean> {
  return switchCode(tx, { ...change, enabled: false })
}

/**
 * Switches a code on again: trades from `at` on count. False when it was on.
 *
 * @throws {ServiceError} NotFound.
 */
export async function enableCode(tx: Transaction, change: CodeManagement): Promise<boolean> {
  return switchCode(tx, { ...change, enabled: true })
}

/**
 * Lets go of a wallet, which may bind another code by another signature; who may bind its code is for `keptFor` to
 * say. What was earned until `at` stays.
 *
 * @throws {ServiceError} NotFound; Conflict when it is to be kept for the same wallet.
 */
export async function freeCode(
  tx: Transaction,
  { code, at, keptFor }: CodeManagement & { readonly keptFor: CodeReservation },
): Promise<void> {
  const { id: affiliateId, walletAddress, createdAt } = await getByCode(tx, code)
  if (keptFor === walletAddress) throw boundAlready(code, walletAddress)
  // A clock that is behind the one that registered it must not free a code before it was bound.
  const change = { affiliateId, at: at < createdAt ? createdAt : at, keptFor }
  if (!(await updateFreed(tx, change))) throw notFound(code)
}

/**
 * Changes who may bind a code that was freed and kept.
 *
 * @throws {ServiceError} NotFound when it was not.
 */
export async function keepCode(
  tx: Transaction,
  { code, keptFor }: { readonly code: string; readonly keptFor: CodeReservation },
): Promise<void> {
  const holder = await findCodeHolder(tx, code)
  if (holder && (await updateKept(tx, { affiliateId: holder.id, keptFor }))) return
  throw notFound(code)
}

/**
 * Gives a freed code back to the wallet that had it last, on the old terms and with its traders; trades in between
 * count for nobody.
 *
 * @throws {ServiceError} NotFound when nobody ever had it; Conflict when code or wallet are bound.
 */
export async function restoreCode(tx: Transaction, { code, at }: CodeManagement): Promise<void> {
  const last = await getRestorable(tx, code)
  if (!(await updateRestored(tx, last, at))) throw boundAlready(code, last.walletAddress)
}

/**
 * The registration that {@link restoreCode} would bring back.
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
 * Whose a code is now, disabled or not.
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
