import { Worker } from 'node:worker_threads'
import type { Auction } from '@/lib/auctions/model/auction'
import {
  type Solution,
  type Solver,
  type Solving,
  solveDeadlineMs,
} from '@/lib/auctions/model/solution'
import { solvers } from '@/lib/auctions/selection/run-auction'
import { type Context, contextSlot } from '@/lib/context'

/** What a thread is asked. */
export type ThreadQuestion = {
  /** What its answers are told apart by. */
  readonly number: number
  readonly solver: string
  readonly auction: Auction
  /** Unix milliseconds from which it is late. */
  readonly endsAtMs: number
}

/** What a thread tells: what it finds meanwhile, then all of it, or why there is none. */
export type ThreadAnswer = { readonly number: number } & (
  | { readonly found: readonly Solution[] }
  | { readonly solutions: readonly Solution[]; readonly isCut: boolean }
  | { readonly error: string }
)

/** Left of a solver's time for the way back. */
const reserveMs = 100

/** Milliseconds that a thread which is late may go on: one that is ended has to warm up anew. */
const graceMs = 10_000

/**
 * Our solvers, each in a thread of its own for each network, so that they neither hold up what else the process
 * does nor each other. One that does not answer in time is waited for no longer, what it has found is told before; where
 * it goes on long after that it is ended, whatever it is at, and the next auction starts another. Threads keep no process alive.
 */
export function threadedSolvers(ctx: Context, file: URL): Solver[] {
  return solvers.map(({ name }) => ({
    name,
    solve: (auction, solving = {}) => {
      const answerMs = (solving.timeMs ?? solveDeadlineMs(auction)) - reserveMs
      const thread = threadOf(ctx, file, `${auction.chainId}/${name}`)
      thread.asked += 1
      const endsAtMs = Date.now() + answerMs
      const question = { number: thread.asked, solver: name, auction, endsAtMs }
      return ask(thread, { question, answerMs, solving })
    },
  }))
}

type Thread = {
  readonly worker: Worker
  /** How many questions it was asked. */
  asked: number
}

/** The thread that works on something; another one once that has ended. */
function threadOf(ctx: Context, file: URL, key: string): Thread {
  const threads = contextSlot(ctx, 'auctions:solver-threads', () => new Map<string, Thread>())
  const known = threads.get(key)
  if (known) return known
  const thread = { worker: new Worker(file), asked: 0 }
  const forget = () => {
    if (threads.get(key) === thread) threads.delete(key)
  }
  // Ending a thread can make it fail once more.
  thread.worker.on('error', forget)
  thread.worker.once('exit', forget)
  thread.worker.unref()
  threads.set(key, thread)
  return thread
}

type Task = {
  readonly question: ThreadQuestion
  /** Milliseconds for which its answer is waited for. */
  readonly answerMs: number
  readonly solving: Solving
}

function ask({ worker }: Thread, { question, answerMs, solving }: Task) {
  return new Promise<readonly Solution[]>((resolve, reject) => {
    // What has arrived by then is read first.
    const late = setTimeout(
      () => setImmediate(() => reject(new Error('the solver is late'))),
      answerMs,
    )
    const end = setTimeout(() => void worker.terminate(), answerMs + graceMs).unref()
    const stop = () => {
      clearTimeout(late)
      clearTimeout(end)
      worker.off('message', hear).off('error', fail).off('exit', exit)
    }
    const fail = (error: Error) => {
      stop()
      reject(error)
    }
    const exit = (code: number) => fail(new Error(`the solver's thread ended with code ${code}`))
    const hear = (answer: ThreadAnswer) => {
      if (answer.number !== question.number) return
      if ('found' in answer) return solving.onFound?.(answer.found)
      if ('error' in answer) return fail(new Error(answer.error))
      stop()
      if (answer.isCut) solving.onCut?.()
      resolve(answer.solutions)
    }
    worker.on('message', hear).on('error', fail).on('exit', exit)
    worker.postMessage(question)
  })
}
