import type { BlockHeader } from '@/lib/chain/block'
import { followChain, type IndexState } from '@/lib/chain/follow-chain'
import type { Context } from '@/lib/context'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { probePools } from '@/lib/liquidity/pools/probe-pools'
import { applyMarket } from './apply-market'
import { findReach } from './find-backfill-start'
import { noMarketEvents } from './market-events'
import { type MarketLeadership, marketIndex } from './market-role'
import { readMarketBlocks, readMarketRange } from './read-market'

/**
 * Makes one step of a network's market index towards the head, see {@link followChain}.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer, Conflict when another
 * process leads.
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
 * An embedded network is read from its first block. Elsewhere older pools have to be known before their swaps are
 * read, so those are looked for first.
 */
async function findFirstBlock(ctx: Context, chainId: number, head: BlockHeader): Promise<bigint> {
  if (ctx.config.embeddedChainIds.includes(chainId)) return 0n
  while (!(await discoverPools(ctx, { chainId })));
  const tokens = ctx.chain(chainId).network.baseTokens
  await probePools(ctx, { chainId, tokens, blockNumber: head.number })
  return findReach(ctx.chain(chainId), head)
}
