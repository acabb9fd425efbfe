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
  /** Whether it took no part, because its simulation failed. */
  readonly filteredOut: boolean
  readonly clearingPrices: Readonly<Record<Address, string>>
  readonly orders: readonly {
    readonly id: Hex
    readonly sellAmount: string
    readonly buyAmount: string
    readonly sellToken: Address
    readonly buyToken: Address
  }[]
  /** The transaction that settles it, once it is sent. */
  readonly txHash: Hex | undefined
}

/** What happened in one auction, as anyone may read it. */
export type Competition = {
  readonly auctionId: bigint
  readonly chainId: number
  readonly blockNumber: bigint
  readonly deadlineBlock: bigint
  readonly orderUids: readonly Hex[]
  /** Native atoms per 1e18 token atoms. */
  readonly prices: ReadonlyMap<Address, bigint>
  /** Best first. */
  readonly solutions: readonly CompetitionEntry[]
}

/**
 * The score that the auction would have had without the winning solver: the best one of the others, 0
 * when there is none; undefined without a winner.
 */
export function referenceScore({ solutions }: Competition): bigint | undefined {
  const winner = solutions.find(({ isWinner }) => isWinner)
  if (!winner) return undefined
  const isOther = ({ solver, filteredOut }: CompetitionEntry) =>
    solver !== winner.solver && !filteredOut
  return solutions.find(isOther)?.score ?? 0n
}
