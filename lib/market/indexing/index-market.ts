import type { BlockHeader } from '@/lib/chain/block'
import {
  deleteBlocksAbove,
  deleteBlocksBefore,
  findBlockAtOrBelow,
  findTip,
  saveBlocks,
} from '@/lib/chain/block-store'
import type { ChainStep } from '@/lib/chain/chain-index'
import { followChain, type IndexState } from '@/lib/chain/follow-chain'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { forgetSelections } from '@/lib/liquidity/pools/block-states'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { savePools } from '@/lib/liquidity/pools/pool-store'
import { probePools } from '@/lib/liquidity/pools/probe-pools'
import { applySwaps } from '@/lib/market/candles/apply-swaps'
import { startOfCandle } from '@/lib/market/candles/candle'
import { applyTransfers } from '@/lib/tokens/holders/track-transfers'
import { findBackfillStart, type MarketLeadership, marketIndex, marketRole } from './market-role'
import { type MarketEvents, noMarketEvents, readMarketBlocks, readMarketRange } from './read-market'

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

/**
 * Applies one step of a network's market index in one transaction: new pools, swaps, candles, and the holders of
 * tracked tokens.
 *
 * @throws {ServiceError} Conflict when another process leads or has moved the tip; InternalServerError when a
 * token was added to the holder index after the step was read.
 */
export async function applyMarket(
  ctx: Context,
  { chainId, epoch }: MarketLeadership,
  step: ChainStep<MarketEvents>,
): Promise<void> {
  const { reorgBlocks } = ctx.chain(chainId).network
  const count = await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, marketRole(chainId), epoch)
    const tip = await findTip(tx, marketIndex(chainId))
    if (tip?.hash !== step.tip?.hash) {
      throw new ServiceError('Conflict', `network ${chainId} was indexed by another process`)
    }
    return applyStep(tx, { ...step, chainId, reorgBlocks })
  })
  if (count > 0) await forgetSelections(ctx, chainId)
}

type MarketStep = ChainStep<MarketEvents> & {
  readonly chainId: number
  readonly reorgBlocks: number
}

/** Returns the number of new pools. */
async function applyStep(tx: Transaction, step: MarketStep): Promise<number> {
  const { chainId, ancestor, blocks, events, isFinal } = step
  const { swaps, pools, tokens, transfers } = events
  const count = await savePools(tx, { chainId, pools })
  const tip = blocks.at(-1) ?? ancestor
  if (!tip) return count
  const final = await moveTip(tx, { ...step, reached: tip })
  await applySwaps(tx, { chainId, ancestor, swaps, tip, final })
  await applyTransfers(tx, { chainId, step: { ancestor, blocks, isFinal }, tokens, transfers })
  return count
}

/**
 * Moves the checkpoint and returns the highest final block. A final step also deletes blocks before its last
 * five-minute window: their swaps are deleted too, so no rollback can reach them.
 */
async function moveTip(
  tx: Transaction,
  { chainId, reorgBlocks, ...step }: MarketStep & { readonly reached: BlockHeader },
): Promise<BlockHeader | undefined> {
  const index = marketIndex(chainId)
  const { ancestor, blocks, reached, isFinal } = step
  if (ancestor) await deleteBlocksAbove(tx, index, ancestor.number)
  await saveBlocks(tx, index, { blocks, keep: reorgBlocks })
  if (!isFinal) return findBlockAtOrBelow(tx, index, reached.number - BigInt(reorgBlocks))
  await deleteBlocksBefore(tx, index, startOfCandle(reached.timestamp))
  return reached
}
