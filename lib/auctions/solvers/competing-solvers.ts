import { type Weighing, type Weight, weighSolution } from '@/lib/auctions/bounds/weigh-solution'
import { engineSolvers } from '@/lib/auctions/engines/engine-solvers'
import type { Solver } from '@/lib/auctions/model/solution'
import { solvers } from '@/lib/auctions/selection/run-auction'
import type { Context } from '@/lib/context'
import { threadedSolvers, weighInThread } from './threaded-solvers'

const threadFile = 'auctions:solver-thread'

/** Lets our solvers work in threads of their own from now on; `file` is the bundled entry point of a thread. */
export function solveInThreads(ctx: Context, file: URL): void {
  ctx.memo.set(threadFile, file)
}

/** Our own solvers, in threads where the process has them. */
export function ownSolvers(ctx: Context): readonly Solver[] {
  const file = ctx.memo.get(threadFile) as URL | undefined
  return file ? threadedSolvers(ctx, file) : solvers
}

/** All that compete in an auction: our own solvers and solver engines. */
export function competingSolvers(ctx: Context): Solver[] {
  return [...ownSolvers(ctx), ...engineSolvers(ctx)]
}

/** Milliseconds to weigh a solution where the process does nothing else meanwhile. */
const weighHereMs = 1_000

/** Weighs a solution, in a thread where the process has them. */
export async function weigh(ctx: Context, weighing: Weighing): Promise<Weight> {
  const file = ctx.memo.get(threadFile) as URL | undefined
  if (file) return weighInThread(ctx, file, weighing)
  const endMs = performance.now() + weighHereMs
  return weighSolution(weighing, () => performance.now() > endMs)
}
