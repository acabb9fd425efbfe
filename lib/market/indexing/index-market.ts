import type { BlockHeader } from '@/lib/chain/block'
import { followChain, type IndexState } from '@/lib/chain/follow-chain'
import type { Context } from '@/lib/context'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { probePools } from '@/lib/liquidity/pools/probe-pools'
import { applyMarket } from './apply-market'
import { findBackfillStart } from './find-backfill-start'
import { noMarketEvents } from './market-events'
import { type MarketLeadership, marketIndex } from './market-role'
import { readMarketBlocks, readMarketRange } from './read-market'

/**
 * Advances a network's market index by one step towards the head; see {@link followChain}.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC is down; Conflict when another process
 * leads.
 */
export async function indexMarket(ctx: Context, leadership: MarketLeadership): Promise<IndexState> {
  const { chainId, epoch } = leadership
  return followChain(ctx, {
    ...{ ...marketIndex(chainId), epoch },
    firstBlock: (head) => findFirstBlock(ctx, chainId, head),
    readBlocks: (blocks) => readMarketBlocks(ctx, chainId, blocks),
    readRange: (range) => readMarketRange(ctx, chainId, range),
    noEvents: noMarketEvents,
    apply: (step) => applyMarket(ctx, leadership, step),
  })
}

/**
 * An embedded network is indexed from its first block. On other networks, existing pools are discovered first,
 * because swaps of unknown pools are not indexed.
 */
async function findFirstBlock(ctx: Context, chainId: number, head: BlockHeader): Promise<bigint> {
  if (ctx.config.embeddedChainIds.includes(chainId)) return 0n
  while (!(await discoverPools(ctx, { chainId })));
  const tokens = ctx.chain(chainId).network.baseTokens
  await probePools(ctx, { chainId, tokens, blockNumber: head.number })
  return findBackfillStart(ctx.chain(chainId), head)
}
