import type { Hex } from '@/lib/core/bytes'

/** The header fields that an index keeps of a block. */
export type BlockHeader = {
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
  /** Unix seconds. */
  readonly timestamp: number
  /** Which contracts and topics its logs may have (see `mayHaveLog`), where the node reported it; not stored. */
  readonly logsBloom?: Hex
}

/** Returns whether `blocks` are consecutive and the first is a child of `parent`. */
export function isChain(blocks: readonly BlockHeader[], parent: BlockHeader | undefined): boolean {
  return blocks.every((block, index) => {
    const before = index === 0 ? parent : blocks[index - 1]
    return !before || (block.parentHash === before.hash && block.number === before.number + 1n)
  })
}

/** Returns the block numbers from `from` to `to`, inclusive. */
export function blockNumbers(from: bigint, to: bigint): bigint[] {
  return Array.from({ length: Math.max(0, Number(to - from) + 1) }, (_, i) => from + BigInt(i))
}
