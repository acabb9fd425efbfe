import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** One solution as it stood in a competition; amounts in atoms, the score in native atoms. */
export type CompetitionEntry = {
  readonly solver: string
  readonly solverAddress: Address
  readonly score: bigint
  /** 1 is the best. */
  readonly ranking: number
  readonly isWinner: boolean
  /** Whether it took no part: it was unfair to a directed pair, or its simulation failed. */
  readonly filteredOut: boolean
  /** Why it was filtered out, or why a winner was not sent in the end. */
  readonly fault: string | undefined
  /** Of a winner: what the winners' total would have been without its solver, in native atoms. */
  readonly referenceScore: bigint | undefined
  readonly clearingPrices: Readonly<Record<Address, string>>
  readonly orders: readonly {
    readonly id: Hex
    readonly sellAmount: string
    readonly buyAmount: string
    readonly sellToken: Address
    readonly buyToken: Address
    /** Of a winner that settles this order alone: the best that it could get by itself (see `boundSingleOrder`). */
    readonly bound?: string
  }[]
  /** The transaction that settles it, once it is sent. */
  readonly txHash: Hex | undefined
  /** What that transaction has come to; undefined before it is sent. */
  readonly settlement: 'settling' | 'settled' | 'failed' | undefined
}

/** What happened in one auction, as anyone may read it. */
export type Competition = {
  readonly auctionId: bigint
  readonly chainId: number
  readonly createdAt: Date
  readonly blockNumber: bigint
  readonly deadlineBlock: bigint
  readonly orderUids: readonly Hex[]
  /** Native atoms per 1e18 token atoms. */
  readonly prices: ReadonlyMap<Address, bigint>
  /** No settlement of the orders could have a higher score, in native atoms; undefined: not known. */
  readonly bound: bigint | undefined
  /** Best first. */
  readonly solutions: readonly CompetitionEntry[]
}
