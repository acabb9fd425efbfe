import type { BlockHeader } from '@/lib/chain/block'
import { findBlockAtOrBelow, findTip } from '@/lib/chain/block-store'
import type { Context } from '@/lib/context'

/** Returns the Unix seconds up to which the trades of every configured network are final; 0 before all are indexed. */
export async function findFinalTo(ctx: Context): Promise<number> {
  const blocks = await Promise.all(ctx.config.chainIds.map((id) => findFinalBlock(ctx, id)))
  return blocks.length === 0 ? 0 : Math.min(...blocks.map((block) => block?.timestamp ?? 0))
}

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
