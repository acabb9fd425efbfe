import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { BidFault } from './bid-fault'

/** A solution in a competition; amounts in atoms, the score in native atoms. */
export type CompetitionEntry = {
  readonly solver: string
  readonly solverAddress: Address
  readonly score: bigint
  /** 1 is the best. */
  readonly ranking: number
  readonly isWinner: boolean
  /** Whether it was excluded: it was unfair to a directed pair, or its simulation failed. */
  readonly filteredOut: boolean
  /** Why it was filtered out, or why a winner was not sent. */
  readonly fault: BidFault | undefined
  /** Of a winner: the winners' total without its solver, in native atoms. */
  readonly referenceScore: bigint | undefined
  readonly clearingPrices: Readonly<Record<Address, string>>
  readonly orders: readonly {
    readonly id: Hex
    readonly sellAmount: string
    readonly buyAmount: string
    readonly sellToken: Address
    readonly buyToken: Address
    /** Of a winner that settles only this order: its upper bound (see `boundSingleOrder`). */
    readonly bound?: string
  }[]
  /** The settling transaction, once it is sent. */
  readonly txHash: Hex | undefined
  /** That transaction's status; undefined before it is sent. */
  readonly settlement: 'settling' | 'settled' | 'failed' | undefined
}

/** The public result of one auction. */
export type Competition = {
  readonly auctionId: bigint
  readonly chainId: number
  readonly createdAt: Date
  readonly blockNumber: bigint
  readonly deadlineBlock: bigint
  readonly orderUids: readonly Hex[]
  /** Native atoms per 1e18 token atoms. */
  readonly prices: ReadonlyMap<Address, bigint>
  /** Upper bound on the score of any settlement, in native atoms; undefined if unknown. */
  readonly bound: bigint | undefined
  /** Best first. */
  readonly solutions: readonly CompetitionEntry[]
}
