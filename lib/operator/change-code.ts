import type { AffiliateEntry } from '@/lib/affiliate/affiliate-store'
import { disableCode, enableCode, freeCode, getByCode } from '@/lib/affiliate/manage-code'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { insertOperatorAction } from './action-store'

/** A change of a code that somebody with the key of the content API asks for. */
export type CodeChange = {
  readonly code: string
  readonly change: 'disable' | 'enable' | 'free'
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
    const { walletAddress, enabled } = before
    const isChanged = await changes[change](tx, { code, at })
    if (isChanged) {
      const details = { walletAddress, enabled }
      const action = `${change}-code`
      await insertOperatorAction(tx, { at, operator, action, target: code, reason, details })
    }
    if (change === 'free') return { ...before, freedAt: at }
    return { ...before, enabled: change === 'enable', freedAt: undefined }
  })
}

const changes = {
  disable: disableCode,
  enable: enableCode,
  free: async (...change: Parameters<typeof freeCode>) => {
    await freeCode(...change)
    return true
  },
}
