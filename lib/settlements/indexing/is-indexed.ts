import { findTip } from '@/lib/chain/block-store'
import { readHeadNumber } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { settlementIndex } from './indexer-role'

/** Tolerated lag of the index, in blocks. */
const freshBlocks = 1n

/**
 * Returns whether the index of a network has reached the head.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function isIndexed(ctx: Context, chainId: number): Promise<boolean> {
  const head = await readHeadNumber(ctx.chain(chainId))
  const tip = await findTip(ctx.db, settlementIndex(chainId))
  return tip !== undefined && head - tip.number <= freshBlocks && head >= tip.number
}
