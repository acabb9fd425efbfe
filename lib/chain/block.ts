import type { Hex } from '@/lib/core/bytes'

/** What an index keeps of a block. */
export type BlockHeader = {
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
  /** Unix seconds. */
  readonly timestamp: number
}

/** Whether `blocks` follow one another and the first follows `parent`. */
export function isChain(blocks: readonly BlockHeader[], parent: BlockHeader | undefined): boolean {
  return blocks.every((block, index) => {
    const before = index === 0 ? parent : blocks[index - 1]
    return !before || (block.parentHash === before.hash && block.number === before.number + 1n)
  })
}

/** The numbers from `from` to `to`, both included. */
export function blockNumbers(from: bigint, to: bigint): bigint[] {
  return Array.from({ length: Math.max(0, Number(to - from) + 1) }, (_, i) => from + BigInt(i))
}
