import type { BlockHeader } from '@/lib/chain/block'
import { findBlockAtOrBelow, findTip } from '@/lib/chain/block-store'
import type { Context } from '@/lib/context'

/** Returns the latest indexed block of a network that can no longer be reorged. */
export async function findFinalBlock(
  ctx: Context,
  chainId: number,
): Promise<BlockHeader | undefined> {
  const index = { chainId, indexer: 'settlements' } as const
  const tip = await findTip(ctx.db, index)
  if (!tip) return undefined
  const { finalityBlocks } = ctx.chain(chainId).network
  return findBlockAtOrBelow(ctx.db, index, tip.number - BigInt(finalityBlocks))
}
