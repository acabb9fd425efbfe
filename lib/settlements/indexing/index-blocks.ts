import type { BlockHeader } from '@/lib/chain/block'
import { followChain, type IndexState } from '@/lib/chain/follow-chain'
import type { Context } from '@/lib/context'
import { applyBlocks } from './apply-blocks'
import { firstStep } from './block-batch'
import { type IndexerLeadership, settlementIndex } from './indexer-role'
import { readBlockEvents, readRangeEvents } from './read-blocks'

/** How far back the first indexing of a network starts. */
const firstReach = 10_000n

/**
 * Advances the index of a network towards the head, see {@link followChain}.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer, Conflict if another process leads.
 */
export async function indexBlocks(
  ctx: Context,
  leadership: IndexerLeadership,
): Promise<IndexState> {
  const { chainId, epoch } = leadership
  return followChain(ctx, {
    ...{ ...settlementIndex(chainId), epoch },
    firstBlock: async ({ number }) => (number > firstReach ? number - firstReach : 0n),
    readBlocks: async (blocks: readonly BlockHeader[]) =>
      firstStep({ blocks, events: await readBlockEvents(ctx, chainId, blocks) }),
    readRange: (range) => readRangeEvents(ctx, chainId, range),
    noEvents: [],
    apply: (step) => applyBlocks(ctx, leadership, step),
  })
}
