import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import type { Pool } from '@/lib/liquidity/pool'
import { createPoolBook } from './pool-copies'
import type { PricedOffer, PricingQuestion } from './price-offers'
import type { Pricer } from './pricer'
import type { PlainOffer, ThreadAnswer, ThreadQuestion } from './pricing-thread'
import { tooLate } from './within'

/** Questions that a thread has at once: one that it works at, and one so that it need not wait for the next. */
const questionsAtOnce = 2

/** Milliseconds that a thread may take for a question before it is ended, whatever it is at. */
const longestMs = 10_000

type Task = {
  readonly question: PricingQuestion
  readonly pools: readonly Pool[]
  readonly deadlineMs: number
  readonly resolve: (offers: readonly PricedOffer[]) => void
  readonly reject: (error: Error) => void
}

type Thread = {
  readonly worker: Worker
  readonly newsOf: ReturnType<typeof createPoolBook>
  /** What it was sent and has not answered, in the sequence in which it will. */
  readonly tasks: Task[]
  timer: NodeJS.Timeout | undefined
}

export type PricingThreads = { readonly price: Pricer; readonly close: () => Promise<void> }

/**
 * Prices in threads, so that the process goes on answering meanwhile: one for each processor but the one that the
 * process itself needs, four at most. `file` is the bundled entry point of a thread. Questions wait here in line,
 * and those whose time is up leave it. A thread that breaks or takes far too long is ended with what it was asked,
 * and another is started. Threads keep no process alive.
 */
export function startPricingThreads(file: URL, now: () => number = Date.now): PricingThreads {
  const count = Math.max(1, Math.min(4, availableParallelism() - 1))
  const threads: Thread[] = []
  const waiting: Task[] = []

  const start = (): Thread => {
    const worker = new Worker(file)
    worker.unref()
    const thread: Thread = { worker, newsOf: createPoolBook(), tasks: [], timer: undefined }
    worker.on('message', (answer: ThreadAnswer) => take(thread, answer))
    worker.on('error', (error) => end(thread, error))
    worker.on('exit', () => end(thread, new Error('a pricing thread ended')))
    threads.push(thread)
    return thread
  }
  const end = (thread: Thread, cause: Error) => {
    const place = threads.indexOf(thread)
    if (place < 0) return
    threads.splice(place, 1)
    clearTimeout(thread.timer)
    void thread.worker.terminate()
    for (const task of thread.tasks) task.reject(tooLate(cause))
    hand()
  }
  const watch = (thread: Thread) => {
    clearTimeout(thread.timer)
    if (thread.tasks.length === 0) return
    thread.timer = setTimeout(() => end(thread, new Error('a pricing thread hangs')), longestMs)
    thread.timer.unref()
  }
  const take = (thread: Thread, answer: ThreadAnswer) => {
    const task = thread.tasks.shift()
    watch(thread)
    if (task) settle(task, answer)
    hand()
  }
  const hand = () => {
    while (waiting.length > 0) {
      const thread = leastBusy(threads, count) ?? start()
      if (thread.tasks.length >= questionsAtOnce) return
      const task = waiting.shift()
      if (!task) return
      if (now() >= task.deadlineMs) {
        task.reject(tooLate(new Error('no thread was free in time')))
        continue
      }
      const asked: ThreadQuestion = { question: task.question, news: thread.newsOf(task.pools) }
      thread.worker.postMessage(asked)
      thread.tasks.push(task)
      if (thread.tasks.length === 1) watch(thread)
    }
  }
  return {
    price: (question, { pools, deadlineMs }) =>
      new Promise((resolve, reject) => {
        waiting.push({ question, pools, deadlineMs, resolve, reject })
        hand()
      }),
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

/** The thread with the fewest questions; undefined when one more may be started instead. */
function leastBusy(threads: readonly Thread[], most: number): Thread | undefined {
  const [first] = [...threads].sort((a, b) => a.tasks.length - b.tasks.length)
  return first && (first.tasks.length === 0 || threads.length >= most) ? first : undefined
}

function settle({ resolve, reject, pools }: Task, answer: ThreadAnswer): void {
  if ('offers' in answer) resolve(answer.offers.map((offer) => withPools(offer, pools)))
  else if ('broken' in answer) reject(new Error(answer.broken))
  else {
    const { code, message, data } = answer.refusal
    reject(new ServiceError(code, message, data ? { data } : {}))
  }
}

const byAddress = new WeakMap<readonly Pool[], ReadonlyMap<Address, Pool>>()

function withPools({ estimate, ...offer }: PlainOffer, pools: readonly Pool[]): PricedOffer {
  const known = byAddress.get(pools) ?? new Map(pools.map((pool) => [pool.address, pool]))
  byAddress.set(pools, known)
  const hops = estimate.hops.map((hop) => ({ ...hop, pool: known.get(hop.pool) as Pool }))
  return { ...offer, estimate: { ...estimate, hops } }
}
