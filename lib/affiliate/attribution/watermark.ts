import type { BlockHeader } from '@/lib/chain/block'
import { findBlockAtOrBelow, findTip } from '@/lib/chain/block-store'
import { readFinalizedHeader, readHeader } from '@/lib/chain/read-headers'
import { isOnChain } from '@/lib/chain/reorg'
import { type Context, defineCache } from '@/lib/context'
import { dependencyDown } from '@/lib/core/errors'

/** Returns the Unix seconds up to which the trades of every configured network are final; 0 before all are indexed. */
export async function findFinalTo(ctx: Context): Promise<number> {
  const blocks = await Promise.all(ctx.config.chainIds.map((id) => findFinalBlock(ctx, id)))
  return blocks.length === 0 ? 0 : Math.min(...blocks.map((block) => block?.timestamp ?? 0))
}

/**
 * Returns the latest indexed block of a network that can no longer be reorged: the node's `finalized` block, or one
 * `finalityBlocks` below the tip if the node names none. An embedded chain finalises nothing: there it is the last one
 * below the reorg window.
 * @throws {ServiceError} InternalServerError if the RPC of a real network does not answer.
 */
export async function findFinalBlock(
  ctx: Context,
  chainId: number,
): Promise<BlockHeader | undefined> {
  const index = { chainId, indexer: 'settlements' } as const
  const tip = await findTip(ctx.db, index)
  if (!tip) return undefined
  const chain = ctx.chain(chainId)
  const { reorgBlocks, finalityBlocks } = chain.network
  if (ctx.config.embeddedChainIds.includes(chainId)) {
    return findBlockAtOrBelow(ctx.db, index, tip.number - BigInt(reorgBlocks))
  }
  try {
    const load = () => readFinalizedHeader(chain)
    const finalized = await finalizedHeaders(ctx, { scope: chainId, key: '', load })
    if (!finalized) {
      const number = tip.number - BigInt(finalityBlocks)
      return number < 0n ? undefined : await readHeader(chain, number)
    }
    // An index that is behind has seen less than what is final.
    if (finalized.number <= tip.number) return finalized
    return (await isOnChain(chain, tip)) ? tip : undefined
  } catch (cause) {
    throw dependencyDown(chain.network.title, cause)
  }
}

/** Finality advances once in minutes; trades are attributed this much later at most. */
const finalizedMs = 15_000

/** The finalised block of each network. */
export const finalizedHeaders = defineCache<BlockHeader | undefined>('affiliate/finalized', {
  forMs: finalizedMs,
  max: 1,
})
