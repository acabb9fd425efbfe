import type { Context } from '@/lib/context'
import { daySeconds } from '@/lib/core/time'
import { deleteExpiredNonces } from './nonce-store'
import { deleteEndedSessions } from './session-store'

/** Deletes expired nonces and sessions that ended over a day ago, and returns their number; called by a loop. */
export async function deleteOldSignIns(ctx: Context): Promise<number> {
  const now = ctx.now()
  const nonces = await deleteExpiredNonces(ctx.db, now)
  return nonces + (await deleteEndedSessions(ctx.db, now - daySeconds * 1_000))
}
