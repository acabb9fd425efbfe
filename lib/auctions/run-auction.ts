import type { Context } from '@/lib/context'
import { maxUint256 } from '@/lib/core/amount'
import type { Auction } from './auction'
import { crossingSolver } from './crossing-solver'
import { isFair, pairBaselines } from './fairness'
import { routeSolver } from './route-solver'
import { scoreSolution } from './score'
import type { Solution, Solver } from './solution'
import { findFault } from './validate-solution'

/** A valid solution with its score in native atoms. */
export type ScoredSolution = { readonly solution: Solution; readonly score: bigint }

/** The solvers that compete in every auction. */
export const solvers: readonly Solver[] = [routeSolver, crossingSolver]

/** Milliseconds that a solver may take. */
const solveDeadlineMs = 3_000
/** Solutions of one solver that take part, its best ones. */
const solutionsPerSolver = 60

/**
 * Lets the solvers compete; the valid solutions by score, best first. A solver that fails or is late
 * takes no part, and what it claims is not trusted: each solution is checked and scored here, and left
 * out when it gives a directed pair less than another solution for that pair alone.
 */
export async function runAuction(
  ctx: Context,
  auction: Auction,
  competitors: readonly Solver[] = solvers,
): Promise<ScoredSolution[]> {
  const proposals = await Promise.all(competitors.map((solver) => askSolver(ctx, auction, solver)))
  const valid = proposals.flat()
  const baselines = pairBaselines(
    auction,
    valid.map(({ solution }) => solution),
  )
  return valid.filter(({ solution }) => isFair(auction, solution, baselines)).sort(byScore)
}

function byScore(a: ScoredSolution, b: ScoredSolution): number {
  return a.score < b.score ? 1 : a.score > b.score ? -1 : 0
}

async function askSolver(
  ctx: Context,
  auction: Auction,
  solver: Solver,
): Promise<ScoredSolution[]> {
  const { chainId } = auction
  try {
    const proposed = await withDeadline(solver.solve(auction))
    const scored = proposed.flatMap((proposal) => {
      const solution = { ...proposal, solver: solver.name }
      const fault = findFault(auction, solution)
      if (fault) ctx.log.debug({ chainId, solver: solver.name, fault }, 'solution refused')
      return fault ? [] : [{ solution, score: scoreSolution(auction, solution) }]
    })
    // Made-up tokens have made-up prices; what exceeds uint256 could not even be stored.
    const storable = scored.filter(({ score }) => score <= maxUint256)
    return storable.sort(byScore).slice(0, solutionsPerSolver)
  } catch (error) {
    ctx.log.warn({ chainId, solver: solver.name, error }, 'solver failed')
    return []
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
