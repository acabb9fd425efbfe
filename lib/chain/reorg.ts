import { BlockNotFoundError } from 'viem'
import type { BlockHeader } from './block'
import type { Chain } from './chain'
import { readHeader } from './read-headers'

/**
 * The newest of `indexed` (highest first) that is on the chain; undefined when none is. Below a block that
 * is on the chain all are, so the border is found by halving.
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

/** Whether the node has this very block at its height now. */
export async function isOnChain(chain: Chain, { number, hash }: BlockHeader): Promise<boolean> {
  try {
    return (await readHeader(chain, number)).hash === hash
  } catch (error) {
    if (error instanceof BlockNotFoundError) return false
    throw error
  }
}
