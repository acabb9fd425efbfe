import { findTip } from '@/lib/chain/block-store'
import { readHeadNumber } from '@/lib/chain/read-head'
import type { Context } from '@/lib/context'
import { settlementIndex } from './indexer-role'

/** Blocks that may have come since the indexer looked. */
const freshBlocks = 1n

/**
 * Whether the indexer of a network is at the head.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function isIndexed(ctx: Context, chainId: number): Promise<boolean> {
  const head = await readHeadNumber(ctx.chain(chainId))
  const tip = await findTip(ctx.db, settlementIndex(chainId))
  return tip !== undefined && head - tip.number <= freshBlocks && head >= tip.number
}
