import type { BlockHeader } from './block'
import type { Chain } from './chain'
import { isNotFound } from './node-error'
import { readHeader } from './read-headers'

/**
 * Returns the newest canonical block of `indexed` (highest first), or undefined if there is none. All blocks below a
 * canonical one are canonical, so the boundary is found by binary search.
 */
export async function findAncestor(
  chain: Chain,
  indexed: readonly BlockHeader[],
): Promise<BlockHeader | undefined> {
  let low = 0
  let high = indexed.length
  while (low < high) {
    const middle = (low + high) >> 1
    const block = indexed[middle]
    if (block && (await isOnChain(chain, block))) high = middle
    else low = middle + 1
  }
  return indexed[low]
}

/** Returns whether the node has this block, by hash, at its height. */
export async function isOnChain(
  chain: Chain,
  { number, hash }: Pick<BlockHeader, 'number' | 'hash'>,
): Promise<boolean> {
  return (await findHeader(chain, number))?.hash === hash
}

/** Reads a block's header by number; undefined if the node's chain is shorter. */
export async function findHeader(chain: Chain, number: bigint): Promise<BlockHeader | undefined> {
  try {
    return await readHeader(chain, number)
  } catch (error) {
    if (isNotFound(error, 'BlockNotFoundError')) return undefined
    throw error
  }
}
