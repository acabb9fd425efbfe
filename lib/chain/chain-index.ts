import type { BlockHeader } from './block'

/** Which of a network's indexes: each has a position of its own. */
export type IndexName = 'settlements' | 'market'

/** One index of one network. */
export type IndexKey = { readonly chainId: number; readonly indexer: IndexName }

/** Numbers of blocks, both included. */
export type BlockRange = { readonly fromBlock: bigint; readonly toBlock: bigint }

/** What the chain did since the tip. */
export type ChainStep<Events> = {
  /** The tip that the step was read against; undefined: nothing was indexed. */
  readonly tip: BlockHeader | undefined
  /** The newest block that tip and chain share, where the chain has left the tip's branch. */
  readonly ancestor: BlockHeader | undefined
  /** The blocks to remember, lowest first; the last becomes the tip. None: the chain only went back. */
  readonly blocks: readonly BlockHeader[]
  /** All that happened in the blocks that the step spans, in chain order. */
  readonly events: Events
  /** Whether all of it lies below the finality window. */
  readonly isFinal: boolean
}

/** What is read of a chain, and where it goes. */
export type ChainIndex<Events> = IndexKey & {
  /** Fencing epoch of the leadership that makes the steps; what was learnt under another one is not trusted. */
  readonly epoch: bigint
  /** The block to begin with when nothing is indexed. */
  readonly firstBlock: (head: BlockHeader) => Promise<bigint>
  /** Reads blocks by their hashes: all of these or as many of the first as one step can take, one at least. */
  readonly readBlocks: (
    blocks: readonly BlockHeader[],
  ) => Promise<{ readonly blocks: readonly BlockHeader[]; readonly events: Events }>
  /**
   * Reads a range of blocks that are final.
   *
   * @throws {Error} that the range is too wide when it holds more than one step can take.
   */
  readonly readRange: (range: BlockRange) => Promise<Events>
  /** What a step without blocks holds. */
  readonly noEvents: Events
  /**
   * Makes a step, in one transaction with the position.
   *
   * @throws {ServiceError} Conflict when another process leads, or has moved the tip.
   */
  readonly apply: (step: ChainStep<Events>) => Promise<void>
}
