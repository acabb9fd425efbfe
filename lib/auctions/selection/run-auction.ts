import { type Auction, isolatedOrders } from '@/lib/auctions/model/auction'
import { baselinesOf, isFair, pairScores } from '@/lib/auctions/model/fairness'
import { poolsOf } from '@/lib/auctions/model/merge-solutions'
import { scoreSolution } from '@/lib/auctions/model/score'
import { reserveSlack } from '@/lib/auctions/model/slack-reserve'
import {
  type Solution,
  type Solver,
  type Solving,
  solveDeadlineMs,
} from '@/lib/auctions/model/solution'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import { batchSolver } from '@/lib/auctions/solvers/batch-solver'
import type { Context } from '@/lib/context'
import { maxUint256 } from '@/lib/core/amount'
import { withTimeLimit } from '@/lib/core/deadline'
import type { Bid } from './select-winners'
import { findViolation } from './validate-solution'

/** A valid solution with its score in native atoms. */
export type ScoredSolution = { readonly solution: Solution; readonly score: bigint }

/** A valid solution in the selection of winners. */
export type Participant = ScoredSolution & {
  readonly bid: Bid
  /** Whether every directed pair gets at least its baseline; others cannot win. */
  readonly isFair: boolean
}

/** The solvers of every auction. */
export const solvers: readonly Solver[] = [routeSolver, batchSolver]

type Competition = {
  /** Undefined: no id, as in a replay. */
  readonly auctionId?: bigint
  readonly competitors?: readonly Solver[]
  /** Time limit of the solvers in milliseconds; default {@link solveDeadlineMs}. */
  readonly timeMs?: number
  /** Called for each solver that fails, or whose search the time limit cut short. */
  readonly onUnfinished?: (solver: string) => void
}

/**
 * Maximum number of solutions per solver, its best ones: winners are chosen among all, in time that grows with them.
 */
const solutionsPerSolver = 60

/**
 * Runs the solvers, and returns their valid solutions by score, best first, fair ones before the others. If a solver
 * fails or is late, its intermediate solutions count. Every solution is validated and scored here, regardless of its
 * claims.
 */
export async function runAuction(
  ctx: Context,
  auction: Auction,
  {
    competitors = solvers,
    auctionId,
    timeMs = solveDeadlineMs(auction),
    onUnfinished,
  }: Competition = {},
): Promise<Participant[]> {
  const proposals = await Promise.all(
    competitors.map(async (solver) => {
      const { proposed, isWhole } = await runSolver(ctx, { auction, auctionId, timeMs }, solver)
      if (!isWhole) onUnfinished?.(solver.name)
      return scoreSolutions(ctx, auction, { solver: solver.name, proposed })
    }),
  )
  return rankSolutions(auction, proposals.flat())
}

/** Sorts solutions by score, best first, fair ones before the others. */
export function rankSolutions(auction: Auction, scored: readonly ScoredSolution[]): Participant[] {
  const bids = scored.map(
    ({ solution }): Bid => ({
      solver: solution.solver,
      scores: pairScores(auction, solution),
      uses: poolsOf(solution),
    }),
  )
  const baselines = baselinesOf(bids.map(({ scores }) => scores))
  const participants = scored.flatMap((entry, index): Participant[] => {
    const bid = bids[index]
    return bid ? [{ ...entry, bid, isFair: isFair(bid.scores, baselines) }] : []
  })
  return participants.sort((a, b) => Number(b.isFair) - Number(a.isFair) || byScore(a, b))
}

/**
 * Validates a solver's solutions, reserves slack from their bids, scores them and keeps the best ones. Those without isolated orders come first, so that
 * orders with extremely low limits cannot displace them.
 */
export function scoreSolutions(
  ctx: Pick<Context, 'log'>,
  auction: Auction,
  { solver, proposed }: { readonly solver: string; readonly proposed: readonly Solution[] },
): ScoredSolution[] {
  const scored = proposed.flatMap((proposal) => {
    const fault = findViolation(auction, proposal)
    if (fault) ctx.log.debug({ chainId: auction.chainId, solver, fault }, 'solution rejected')
    if (fault) return []
    const solution = { ...reserveSlack(auction, proposal), solver }
    return [{ solution, score: scoreSolution(auction, solution) }]
  })
  // Made-up tokens have made-up prices; a value above uint256 could not even be stored.
  const storable = scored.filter(({ score }) => score <= maxUint256)
  const isolated = isolatedOrders(auction)
  const risk = ({ solution }: ScoredSolution) =>
    Number(solution.trades.some(({ uid }) => isolated.has(uid)))
  return storable.sort((a, b) => risk(a) - risk(b) || byScore(a, b)).slice(0, solutionsPerSolver)
}

function byScore(a: ScoredSolution, b: ScoredSolution): number {
  return a.score < b.score ? 1 : a.score > b.score ? -1 : 0
}

type Question = {
  readonly auction: Auction
  readonly auctionId: bigint | undefined
  readonly timeMs: number
}

/** A solver's solutions, and whether its search was complete. */
async function runSolver(
  ctx: Context,
  { auction, auctionId, timeMs }: Question,
  { name, solve }: Solver,
) {
  const found: Solution[] = []
  let isWhole = true
  const solving: Solving = {
    auctionId,
    timeMs,
    onFound: (solutions) => found.push(...solutions),
    onCut: () => {
      isWhole = false
    },
  }
  try {
    const proposed = await withTimeLimit(timeMs, solve(auction, solving), () => {
      throw new Error('the solver missed its deadline')
    })
    return { proposed, isWhole }
  } catch (error) {
    const { chainId } = auction
    ctx.log.warn({ chainId, solver: name, found: found.length, error }, 'solver failed')
    return { proposed: [...found], isWhole: false }
  }
}
