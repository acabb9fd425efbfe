import { findFinalBlock } from '@/lib/affiliate/funding/final-block'
import type { Context } from '@/lib/context'

/** Returns the Unix seconds up to which the trades of every configured network are final; 0 before all are indexed. */
export async function findFinalTo(ctx: Context): Promise<number> {
  const blocks = await Promise.all(ctx.config.chainIds.map((id) => findFinalBlock(ctx, id)))
  return blocks.length === 0 ? 0 : Math.min(...blocks.map((block) => block?.timestamp ?? 0))
}
