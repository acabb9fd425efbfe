import { Worker } from 'node:worker_threads'
import type { BoundCheck, BoundVerdict } from '@/lib/auctions/bounds/check-bound'
import type { Auction } from '@/lib/auctions/model/auction'
import { type Solution, type Solver, solveDeadlineMs } from '@/lib/auctions/model/solution'
import { solvers } from '@/lib/auctions/selection/run-auction'
import { type Context, defineSlot } from '@/lib/context'

/** A request to a thread: run a solver on an auction, or compare a solution with its bound. */
export type ThreadRequest = {
  /** Correlates the thread's answers. */
  readonly number: number
  /** Deadline in Unix milliseconds. */
  readonly endsAtMs: number
} & ({ readonly solver: string; readonly auction: Auction } | { readonly boundCheck: BoundCheck })

/** A thread's answer: intermediate solutions, all solutions, a comparison, or an error. */
export type ThreadResponse = { readonly number: number } & (
  | { readonly found: readonly Solution[] }
  | { readonly solutions: readonly Solution[]; readonly isCut: boolean }
  | { readonly verdict: BoundVerdict }
  | { readonly error: string }
)

/** Milliseconds of a solver's time for the answer to arrive: large solutions are copied between threads. */
const reserveMs = 100

/** Milliseconds for which a late thread may continue: a new one must warm up. */
const graceMs = 10_000

/** Time limit in milliseconds of a comparison in a thread: 100 orders on 3,000 pools take 1.2 s, 2,000 orders 9 s. */
const checkMs = 5_000

/**
 * Our solvers, each in its own thread per network, so that they block neither the main thread nor each other. A late
 * solver is no longer awaited, and its intermediate solutions count; if it continues long after its deadline, it is
 * terminated and the next auction starts another thread. The threads do not keep the process alive.
 */
export function threadedSolvers(ctx: Context, file: URL): Solver[] {
  return solvers.map(({ name }) => ({
    name,
    solve: (auction, solving = {}) => {
      const answerMs = (solving.timeMs ?? solveDeadlineMs(auction)) - reserveMs
      const thread = threadOf(ctx, file, `${auction.chainId}/${name}`)
      const endsAtMs = Date.now() + answerMs
      return ask(thread, { question: { solver: name, auction, endsAtMs }, answerMs }, (answer) => {
        if ('found' in answer) solving.onFound?.(answer.found)
        if (!('solutions' in answer)) return undefined
        if (answer.isCut) solving.onCut?.()
        return answer.solutions
      })
    },
  }))
}

/** Compares a solution with its bound in a separate thread per network, so that it delays no auction. */
export function checkBoundInThread(
  ctx: Context,
  file: URL,
  boundCheck: BoundCheck,
): Promise<BoundVerdict> {
  const thread = threadOf(ctx, file, `${boundCheck.auction.chainId}/bound-check`)
  const question = { boundCheck, endsAtMs: Date.now() + checkMs }
  return ask(thread, { question, answerMs: checkMs + graceMs }, (answer) =>
    'verdict' in answer ? answer.verdict : undefined,
  )
}

type Thread = {
  readonly worker: Worker
  /** Number of requests sent. */
  asked: number
}

const threadsOf = defineSlot('auctions/threads', () => new Map<string, Thread>())

/** The current thread; a new one once it has ended. */
function threadOf(ctx: Context, file: URL, key: string): Thread {
  const threads = threadsOf(ctx)
  const known = threads.get(key)
  if (known) return known
  const thread = { worker: new Worker(file), asked: 0 }
  const forget = () => {
    if (threads.get(key) === thread) threads.delete(key)
  }
  // Terminating a thread can raise another error.
  thread.worker.on('error', forget)
  thread.worker.once('exit', forget)
  thread.worker.unref()
  threads.set(key, thread)
  return thread
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'number'> : never

type Task = {
  readonly question: Unnumbered<ThreadRequest>
  /** Milliseconds until the request fails without an answer. */
  readonly answerMs: number
}

/** Sends a request to a thread; `read` receives the answers until it returns a result. */
function ask<T>(
  thread: Thread,
  { question, answerMs }: Task,
  read: (answer: ThreadResponse) => T | undefined,
): Promise<T> {
  const { worker } = thread
  thread.asked += 1
  const number = thread.asked
  return new Promise((resolve, reject) => {
    // Answers that have arrived are read first.
    const late = setTimeout(
      () => setImmediate(() => reject(new Error('the solver missed its deadline'))),
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
    const hear = (answer: ThreadResponse) => {
      if (answer.number !== number) return
      if ('error' in answer) return fail(new Error(answer.error))
      const result = read(answer)
      if (result === undefined) return
      stop()
      resolve(result)
    }
    worker.on('message', hear).on('error', fail).on('exit', exit)
    worker.postMessage({ ...question, number } satisfies ThreadRequest)
  })
}
