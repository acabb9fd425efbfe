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

/** A change of a code that somebody with the key of the content API asks for. */
export type CodeChange = {
  readonly code: string
  /** Whether it is on, or who may bind it once it is freed. */
  readonly change: { readonly enabled: boolean } | { readonly keptFor: CodeReservation }
  /** Who did it, and why, for the record. */
  readonly operator: string
  readonly reason: string
}

/**
 * Changes a code and keeps the record of it, in one transaction; what stands so already is let be. Gives the
 * affiliate as it is then.
 *
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

/** Undefined when it stands so already. */
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
