import { type BoundCheck, type BoundVerdict, checkBound } from '@/lib/auctions/bounds/check-bound'
import { engineSolvers } from '@/lib/auctions/engines/engine-solvers'
import type { Solver } from '@/lib/auctions/model/solution'
import { solvers } from '@/lib/auctions/selection/run-auction'
import { type Context, defineSlot } from '@/lib/context'
import { checkBoundInThread, threadedSolvers } from './threaded-solvers'

/** The bundled entry point of a solver thread; undefined if our solvers run on the main thread. */
export const solverThread = defineSlot('auctions/solver-thread', (): URL | undefined => undefined)

/** Our own solvers, in threads if the process has them. */
export function ownSolvers(ctx: Context): readonly Solver[] {
  const file = solverThread(ctx)
  return file ? threadedSolvers(ctx, file) : solvers
}

/** All competing solvers: our own and solver engines. */
export function competingSolvers(ctx: Context): Solver[] {
  return [...ownSolvers(ctx), ...engineSolvers(ctx)]
}

/** Time limit in milliseconds of a comparison on the main thread, which does nothing else meanwhile. */
const checkHereMs = 1_000

/** Compares a solution with its bound, in a thread if the process has them. */
export async function runBoundCheck(ctx: Context, boundCheck: BoundCheck): Promise<BoundVerdict> {
  const file = solverThread(ctx)
  if (file) return checkBoundInThread(ctx, file, boundCheck)
  const endMs = performance.now() + checkHereMs
  return checkBound(boundCheck, () => performance.now() > endMs)
}
