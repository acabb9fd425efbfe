import { isNotFound } from '@/lib/chain/node-error'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'

/** A block by number and hash. */
export type BlockName = { readonly number: bigint; readonly hash: Hex }

/**
 * Returns the hash of the block at this height; undefined if the chain is shorter now.
 * @throws {ServiceError} InternalServerError if the RPC does not answer.
 */
export async function findBlockHash(
  ctx: Context,
  chainId: number,
  blockNumber: bigint,
): Promise<Hex | undefined> {
  const { client, network } = ctx.chain(chainId)
  try {
    return (await client.getBlock({ blockNumber })).hash
  } catch (cause) {
    if (isNotFound(cause, 'BlockNotFoundError')) return undefined
    throw dependencyDown(network.title, cause)
  }
}

/**
 * Returns whether a block is still canonical.
 * @throws {ServiceError} InternalServerError if the RPC does not answer.
 */
export async function isOnChain(
  ctx: Context,
  chainId: number,
  { number, hash }: BlockName,
): Promise<boolean> {
  return (await findBlockHash(ctx, chainId, number)) === hash
}
