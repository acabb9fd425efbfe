import { Worker } from 'node:worker_threads'
import type { Weighing, Weight } from '@/lib/auctions/bounds/weigh-solution'
import type { Auction } from '@/lib/auctions/model/auction'
import { type Solution, type Solver, solveDeadlineMs } from '@/lib/auctions/model/solution'
import { solvers } from '@/lib/auctions/selection/run-auction'
import { type Context, defineSlot } from '@/lib/context'

/** A request to a thread: to let a solver work on an auction, or to weigh a solution of it. */
export type ThreadQuestion = {
  /** Tells the answers of one thread apart. */
  readonly number: number
  /** Unix milliseconds after which the answer is late. */
  readonly endsAtMs: number
} & ({ readonly solver: string; readonly auction: Auction } | { readonly weighing: Weighing })

/** An answer of a thread: what a solver finds meanwhile, all that it found, a weight, or why there is none. */
export type ThreadAnswer = { readonly number: number } & (
  | { readonly found: readonly Solution[] }
  | { readonly solutions: readonly Solution[]; readonly isCut: boolean }
  | { readonly weight: Weight }
  | { readonly error: string }
)

/** Milliseconds of a solver's time for the answer to arrive. */
const reserveMs = 100

/** Milliseconds that a late thread may go on: a new one has to warm up. */
const graceMs = 10_000

/** Milliseconds to weigh a solution in a thread: 100 orders on 3,000 pools take 1.2 s, 2,000 orders 9 s. */
const weighMs = 5_000

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

/** Weighs a solution in a thread that no solver uses, one for each network, so that it delays no auction. */
export function weighInThread(ctx: Context, file: URL, weighing: Weighing): Promise<Weight> {
  const thread = threadOf(ctx, file, `${weighing.auction.chainId}/weigh`)
  const question = { weighing, endsAtMs: Date.now() + weighMs }
  return ask(thread, { question, answerMs: weighMs + graceMs }, (answer) =>
    'weight' in answer ? answer.weight : undefined,
  )
}

type Thread = {
  readonly worker: Worker
  /** How many questions it was asked. */
  asked: number
}

const threadsOf = defineSlot('auctions/threads', () => new Map<string, Thread>())

/** The thread that works on something; another one once that has ended. */
function threadOf(ctx: Context, file: URL, key: string): Thread {
  const threads = threadsOf(ctx)
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

type Unnumbered<T> = T extends unknown ? Omit<T, 'number'> : never

type Task = {
  readonly question: Unnumbered<ThreadQuestion>
  /** Milliseconds until the question fails without an answer. */
  readonly answerMs: number
}

/** Asks a thread; `read` is passed its answers until it returns a result. */
function ask<T>(
  thread: Thread,
  { question, answerMs }: Task,
  read: (answer: ThreadAnswer) => T | undefined,
): Promise<T> {
  const { worker } = thread
  thread.asked += 1
  const number = thread.asked
  return new Promise((resolve, reject) => {
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
      if (answer.number !== number) return
      if ('error' in answer) return fail(new Error(answer.error))
      const result = read(answer)
      if (result === undefined) return
      stop()
      resolve(result)
    }
    worker.on('message', hear).on('error', fail).on('exit', exit)
    worker.postMessage({ ...question, number } satisfies ThreadQuestion)
  })
}
