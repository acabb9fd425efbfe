import { ServiceError } from '@/lib/core/errors'
import type { Transaction } from '@/lib/db/database'
import { type Affiliate, findAffiliateByCode } from './affiliate-store'
import { updateEnabled, updateFreed } from './code-change-store'

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
 * Lets go of a code and its wallet, which may both be bound anew, by another signature; what they have earned until
 * `at` stays.
 *
 * @throws {ServiceError} NotFound.
 */
export async function freeCode(tx: Transaction, { code, at }: CodeManagement): Promise<void> {
  const { id: affiliateId, createdAt } = await getByCode(tx, code)
  // A clock that is behind the one that registered it must not free a code before it was bound.
  const isFreed = await updateFreed(tx, { affiliateId, at: at < createdAt ? createdAt : at })
  if (!isFreed) throw notFound(code)
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
