import type { ForgedOrder } from '@/lib/auctions/build/build-auction'
import type { Context } from '@/lib/context'
import { insertSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'

/**
 * Pauses settling on a network until an operator has cancelled its forged orders and resumes it, since someone has
 * changed the database. Returns whether there are any.
 */
export async function pauseForForged(
  ctx: Context,
  chainId: number,
  forged: readonly ForgedOrder[],
): Promise<boolean> {
  const [first] = forged
  if (!first) return false
  const error = `order ${first.uid} calls ${first.target}, which no order of this service does: cancel it`
  await insertSettlementPause(ctx.db, { chainId, reason: error, stoppedAt: new Date(ctx.now()) })
  ctx.log.error(
    { chainId, uids: forged.map(({ uid }) => uid), error },
    'settlement paused: resume it with operator settlement resume',
  )
  return true
}
