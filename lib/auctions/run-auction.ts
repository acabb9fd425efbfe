import type { Context } from '@/lib/context'
import { maxUint256 } from '@/lib/core/amount'
import { type Auction, suspectsOf } from './auction'
import { batchSolver } from './batch-solver'
import { baselinesOf, isFair, pairScores } from './fairness'
import { poolsOf } from './merge-solutions'
import { routeSolver } from './route-solver'
import { scoreSolution } from './score'
import type { Bid } from './select-winners'
import { type Solution, type Solver, solveDeadlineMs } from './solution'
import { findFault } from './validate-solution'

/** A valid solution with its score in native atoms. */
export type ScoredSolution = { readonly solution: Solution; readonly score: bigint }

/** A valid solution as it takes part in the selection of winners. */
export type Contender = ScoredSolution & {
  readonly bid: Bid
  /** Whether every directed pair gets what it would get alone; others cannot win. */
  readonly isFair: boolean
}

/** The solvers that compete in every auction. */
export const solvers: readonly Solver[] = [routeSolver, batchSolver]

type Competition = {
  /** Undefined: it has none, as for a replay. */
  readonly auctionId?: bigint
  readonly competitors?: readonly Solver[]
  /** Told of each solver that takes no part. */
  readonly onAbsent?: (solver: string) => void
}

/** Solutions of one solver that take part, its best ones. */
const solutionsPerSolver = 60

/**
 * Lets the solvers compete; the valid solutions by score, the best first, fair ones before the others. A solver
 * that fails or is late takes no part, and what it claims is not trusted: each solution is checked and scored here.
 */
export async function runAuction(
  ctx: Context,
  auction: Auction,
  { competitors = solvers, auctionId, onAbsent }: Competition = {},
): Promise<Contender[]> {
  const proposals = await Promise.all(
    competitors.map(async (solver) => {
      const scored = await askSolver(ctx, { auction, auctionId }, solver)
      if (!scored) onAbsent?.(solver.name)
      return scored ?? []
    }),
  )
  return rankSolutions(auction, proposals.flat())
}

/** Solutions by score, the best first, fair ones before the others. */
export function rankSolutions(auction: Auction, scored: readonly ScoredSolution[]): Contender[] {
  const bids = scored.map(
    ({ solution }): Bid => ({
      solver: solution.solver,
      scores: pairScores(auction, solution),
      uses: poolsOf(solution),
    }),
  )
  const baselines = baselinesOf(bids.map(({ scores }) => scores))
  const contenders = scored.flatMap((entry, index): Contender[] => {
    const bid = bids[index]
    return bid ? [{ ...entry, bid, isFair: isFair(bid.scores, baselines) }] : []
  })
  return contenders.sort((a, b) => Number(b.isFair) - Number(a.isFair) || byScore(a, b))
}

/**
 * What of a solver's solutions is valid, scored: the best ones, first those without suspect orders, so that orders that
 * ask for next to nothing to score high do not take their places.
 */
export function judgeSolutions(
  ctx: Pick<Context, 'log'>,
  auction: Auction,
  { solver, proposed }: { readonly solver: string; readonly proposed: readonly Solution[] },
): ScoredSolution[] {
  const scored = proposed.flatMap((proposal) => {
    const solution = { ...proposal, solver }
    const fault = findFault(auction, solution)
    if (fault) ctx.log.debug({ chainId: auction.chainId, solver, fault }, 'solution refused')
    return fault ? [] : [{ solution, score: scoreSolution(auction, solution) }]
  })
  // Made-up tokens have made-up prices; what exceeds uint256 could not even be stored.
  const storable = scored.filter(({ score }) => score <= maxUint256)
  const suspects = suspectsOf(auction)
  const doubts = ({ solution }: ScoredSolution) =>
    Number(solution.trades.some(({ uid }) => suspects.has(uid)))
  return storable
    .sort((a, b) => doubts(a) - doubts(b) || byScore(a, b))
    .slice(0, solutionsPerSolver)
}

function byScore(a: ScoredSolution, b: ScoredSolution): number {
  return a.score < b.score ? 1 : a.score > b.score ? -1 : 0
}

async function askSolver(
  ctx: Context,
  { auction, auctionId }: { readonly auction: Auction; readonly auctionId: bigint | undefined },
  solver: Solver,
): Promise<ScoredSolution[] | undefined> {
  const { chainId } = auction
  try {
    const proposed = await withDeadline(solver.solve(auction, auctionId))
    return judgeSolutions(ctx, auction, { solver: solver.name, proposed })
  } catch (error) {
    ctx.log.warn({ chainId, solver: solver.name, error }, 'solver failed')
    return undefined
  }
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the solver is late')), solveDeadlineMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
