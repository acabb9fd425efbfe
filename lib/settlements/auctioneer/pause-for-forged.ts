import type { ForgedOrder } from '@/lib/auctions/build/build-auction'
import type { Context } from '@/lib/context'
import { pauseSettling } from '@/lib/settlements/submission/pause-settling'

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
  const error = `order ${first.uid} ${first.reason}: cancel it`
  await pauseSettling(ctx, chainId, { uids: forged.map(({ uid }) => uid), error })
  return true
}
