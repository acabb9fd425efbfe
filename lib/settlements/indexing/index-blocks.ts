import type { BlockHeader } from '@/lib/chain/block'
import { followChain, type IndexState } from '@/lib/chain/follow-chain'
import type { Context } from '@/lib/context'
import { applyBlocks } from './apply-blocks'
import { firstStep } from './block-batch'
import { type IndexerLeadership, settlementIndex } from './indexer-role'
import { readBlockEvents, readRangeEvents } from './read-blocks'

/** How far back a network that was never indexed is read. */
const firstReach = 10_000n

/**
 * Makes one step of the settlements' index towards the head of a network, see {@link followChain}.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer, Conflict when another
 * process leads.
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
