import type { AffiliateEntry, CodeReservation } from '@/lib/affiliate/registration/affiliate-store'
import {
  disableCode,
  enableCode,
  freeCode,
  getByCode,
} from '@/lib/affiliate/registration/manage-code'
import type { Context } from '@/lib/context'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { insertOperatorAction } from './action-store'

/** A change of a code, requested by the operator or through the content API. */
export type CodeChange = {
  readonly code: string
  /** Whether the code is enabled, or who may register it once it is released. */
  readonly change: { readonly enabled: boolean } | { readonly keptFor: CodeReservation }
  /** Who changes the code, and why, for the audit log. */
  readonly operator: string
  readonly reason: string
}

/**
 * Changes a code and records the action, in one transaction; does nothing if the code has that state already. Returns
 * the affiliate after the change.
 * @throws {ServiceError} NotFound.
 */
export async function changeCode(ctx: Context, request: CodeChange): Promise<AffiliateEntry> {
  const { code, change, operator, reason } = request
  const at = new Date(ctx.now())
  return inTransaction(ctx.db, async (tx) => {
    const before = await getByCode(tx, code)
    const made = await makeChange(tx, { code, at, change })
    if (made) {
      const { walletAddress, enabled } = before
      const details = { walletAddress, enabled, ...made.details }
      await insertOperatorAction(tx, {
        ...{ at, operator, reason, details },
        action: made.action,
        target: code,
      })
    }
    if ('keptFor' in change) return { ...before, freedAt: at, keptFor: change.keptFor }
    return { ...before, enabled: change.enabled, freedAt: undefined, keptFor: undefined }
  })
}

/** Undefined if the code has that state already. */
async function makeChange(
  tx: Transaction,
  { change, ...at }: Pick<CodeChange, 'code' | 'change'> & { readonly at: Date },
) {
  if ('keptFor' in change) {
    await freeCode(tx, { ...at, ...change })
    return { action: 'free-code', details: change }
  }
  const isChanged = await (change.enabled ? enableCode : disableCode)(tx, at)
  return isChanged
    ? { action: change.enabled ? 'enable-code' : 'disable-code', details: {} }
    : undefined
}
