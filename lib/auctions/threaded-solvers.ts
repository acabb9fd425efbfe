import { Worker } from 'node:worker_threads'
import { type Context, memoized } from '@/lib/context'
import type { Auction } from './auction'
import { solvers } from './run-auction'
import { type Solution, type Solver, type Solving, solveDeadlineMs } from './solution'

/** What a thread is asked. */
export type ThreadQuestion = {
  readonly solver: string
  readonly auction: Auction
  /** Unix milliseconds at which it is ended. */
  readonly endsAtMs: number
}

/** What a thread tells: what it finds meanwhile, then all of it, or why there is none. */
export type ThreadAnswer =
  | { readonly found: readonly Solution[] }
  | { readonly solutions: readonly Solution[]; readonly isCut: boolean }
  | { readonly error: string }

/** Left of a solver's time for the way back. */
const reserveMs = 100

/**
 * Our solvers, each in a thread of its own for each network, so that they neither hold up what else the process
 * does nor each other. A thread that does not answer in time is ended, whatever it is at, and another is started
 * for the next auction; what it has found is told before. Threads keep no process alive.
 */
export function threadedSolvers(ctx: Context, file: URL): Solver[] {
  return solvers.map(({ name }) => ({
    name,
    solve: (auction, solving = {}) => {
      const answerMs = (solving.timeMs ?? solveDeadlineMs(auction)) - reserveMs
      const question = { solver: name, auction, endsAtMs: Date.now() + answerMs }
      return ask(ctx, file, { question, answerMs, solving })
    },
  }))
}

type Task = {
  readonly question: ThreadQuestion
  /** Milliseconds after which the thread is ended. */
  readonly answerMs: number
  readonly solving: Solving
}

function ask(
  ctx: Context,
  file: URL,
  { question, answerMs, solving }: Task,
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
    // What has arrived by then is read first.
    const late = () => setImmediate(() => end(new Error('the solver is late')))
    const timer = setTimeout(late, answerMs)
    thread.once('error', end)
    thread.once('exit', (code) => end(new Error(`the solver's thread ended with code ${code}`)))
    thread.on('message', (answer: ThreadAnswer) => {
      if ('found' in answer) return solving.onFound?.(answer.found)
      clearTimeout(timer)
      thread.removeAllListeners()
      threads.set(key, thread)
      if ('error' in answer) return reject(new Error(answer.error))
      if (answer.isCut) solving.onCut?.()
      resolve(answer.solutions)
    })
    thread.postMessage(question)
  })
}
