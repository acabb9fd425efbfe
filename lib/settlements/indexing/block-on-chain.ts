import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'

/** A block by number and hash. */
export type BlockName = { readonly number: bigint; readonly hash: Hex }

/**
 * The hash of a block of this height; undefined when the chain has become shorter.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer.
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
    if (cause instanceof Error && cause.name === 'BlockNotFoundError') return undefined
    throw dependencyDown(network.title, cause)
  }
}

/**
 * Whether the chain has this very block at its height now.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer.
 */
export async function isOnChain(
  ctx: Context,
  chainId: number,
  { number, hash }: BlockName,
): Promise<boolean> {
  return (await findBlockHash(ctx, chainId, number)) === hash
}
