import { Worker } from 'node:worker_threads'
import { type Context, memoized } from '@/lib/context'
import type { Auction } from './auction'
import { solvers } from './run-auction'
import { type Solution, type Solver, solveDeadlineMs } from './solution'

/** What a thread is asked, and what it answers. */
export type ThreadQuestion = { readonly solver: string; readonly auction: Auction }
export type ThreadAnswer = { readonly solutions: readonly Solution[] } | { readonly error: string }

/** Left of a solver's time for the way back. */
const reserveMs = 100

/**
 * Our solvers, each in a thread of its own for each network, so that they neither hold up what else the process
 * does nor each other. A thread that does not answer in time is ended, whatever it is at, and another is started
 * for the next auction. Threads keep no process alive.
 */
export function threadedSolvers(
  ctx: Context,
  file: URL,
  deadlineMs = solveDeadlineMs - reserveMs,
): Solver[] {
  return solvers.map(({ name }) => ({
    name,
    solve: (auction) => ask(ctx, file, { question: { solver: name, auction }, deadlineMs }),
  }))
}

type Task = { readonly question: ThreadQuestion; readonly deadlineMs: number }

function ask(
  ctx: Context,
  file: URL,
  { question, deadlineMs }: Task,
): Promise<readonly Solution[]> {
  const threads = memoized(ctx, 'auctions:solver-threads', () => new Map<string, Worker>())
  const key = `${question.auction.chainId}/${question.solver}`
  const thread = threads.get(key) ?? new Worker(file)
  // It is put back once it has answered: one that is late is lost with its question.
  threads.delete(key)
  thread.unref()
  return new Promise((resolve, reject) => {
    const end = (error: Error) => {
      clearTimeout(timer)
      thread.removeAllListeners()
      // Ending a thread can make it fail once more.
      thread.on('error', () => {})
      void thread.terminate()
      reject(error)
    }
    const timer = setTimeout(() => end(new Error('the solver is late')), deadlineMs)
    thread.once('error', end)
    thread.once('exit', (code) => end(new Error(`the solver's thread ended with code ${code}`)))
    thread.once('message', (answer: ThreadAnswer) => {
      clearTimeout(timer)
      thread.removeAllListeners()
      threads.set(key, thread)
      if ('solutions' in answer) resolve(answer.solutions)
      else reject(new Error(answer.error))
    })
    thread.postMessage(question)
  })
}
