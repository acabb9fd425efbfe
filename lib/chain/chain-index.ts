import type { BlockHeader } from './block'

/** The indexes of a network; each has its own checkpoint. */
export type IndexName = 'settlements' | 'market'

/** One index of one network. */
export type IndexKey = { readonly chainId: number; readonly indexer: IndexName }

/** A range of block numbers, inclusive at both ends. */
export type BlockRange = { readonly fromBlock: bigint; readonly toBlock: bigint }

/** One step of an index: the blocks and events since its tip. */
export type ChainStep<Events> = {
  /** The tip against which the step was read; undefined if nothing is indexed yet. */
  readonly tip: BlockHeader | undefined
  /** The newest common block if the tip was reorged; undefined otherwise. */
  readonly ancestor: BlockHeader | undefined
  /** Headers to save, lowest first; the last becomes the tip. Empty if the step only rolls back. */
  readonly blocks: readonly BlockHeader[]
  /** All events of the blocks in the step, in chain order. */
  readonly events: Events
  /** Whether all of its blocks are below the finality window. */
  readonly isFinal: boolean
}

/** An index: which blocks and events it reads, and how it stores them. */
export type ChainIndex<Events> = IndexKey & {
  /** Fencing token of the leadership that applies the steps; state cached under another epoch is not trusted. */
  readonly epoch: bigint
  /** Returns the block to start from when nothing is indexed. */
  readonly firstBlock: (head: BlockHeader) => Promise<bigint>
  /**
   * Reads blocks by hash: all of them, or a non-empty prefix that fits one step. Undefined until another node confirms
   * what it read.
   */
  readonly readBlocks: (
    blocks: readonly BlockHeader[],
  ) => Promise<{ readonly blocks: readonly BlockHeader[]; readonly events: Events } | undefined>
  /**
   * Reads a range of final blocks.
   *
   * @throws {Error} that the range is too wide when it holds more than one step can take.
   */
  readonly readRange: (range: BlockRange) => Promise<Events>
  /** The events of a step without blocks. */
  readonly noEvents: Events
  /**
   * Applies a step in one transaction with the checkpoint.
   *
   * @throws {ServiceError} Conflict when another process leads or has moved the tip.
   */
  readonly apply: (step: ChainStep<Events>) => Promise<void>
}
