import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import type { Pool } from '@/lib/liquidity/pool'
import { createPoolSender } from './pool-transfer'
import type { PricedOffer, PricingRequest } from './price-offers'
import type { Pricer } from './pricer'
import type { PlainOffer, ThreadRequest, ThreadResponse } from './pricing-thread'
import { tooLate } from './within'

/** Requests sent to a thread at once: one in progress and one queued, so that it never idles. */
const maxInFlight = 2

/** Milliseconds after which a thread that has not finished a request is terminated: twice a quote's duration. */
const longestMs = 10_000

type Task = {
  readonly question: PricingRequest
  readonly pools: readonly Pool[]
  readonly deadlineMs: number
  readonly resolve: (offers: readonly PricedOffer[]) => void
  readonly reject: (error: Error) => void
}

type Thread = {
  readonly worker: Worker
  readonly updateFor: ReturnType<typeof createPoolSender>
  /** Requests sent and not yet answered, in the order of their answers. */
  readonly tasks: Task[]
  timer: NodeJS.Timeout | undefined
}

/** All threads of a process, and the queued requests. */
type ThreadPool = {
  readonly file: URL
  readonly now: () => number
  readonly max: number
  readonly threads: Thread[]
  readonly waiting: Task[]
}

/** A pool of pricing threads. */
export type PricingThreads = { readonly price: Pricer; readonly close: () => Promise<void> }

/**
 * Starts a pool of pricing threads, so that the main thread keeps serving requests: one thread per processor except
 * one, four at most. `file` is the bundled entry point. Requests wait in a queue and leave it at their deadline. A
 * thread that fails or exceeds its time limit is terminated with its requests, and replaced. The threads do not keep
 * the process alive.
 */
export function startPricingThreads(file: URL, now: () => number = Date.now): PricingThreads {
  const max = Math.max(1, Math.min(4, availableParallelism() - 1))
  const threadPool: ThreadPool = { file, now, max, threads: [], waiting: [] }
  return {
    price: (question, { pools, deadlineMs }) =>
      new Promise((resolve, reject) => {
        threadPool.waiting.push({ question, pools, deadlineMs, resolve, reject })
        dispatch(threadPool)
      }),
    close: async () => {
      await Promise.all(threadPool.threads.map(({ worker }) => worker.terminate()))
    },
  }
}

/** Dispatches queued requests to threads with free capacity. */
function dispatch(threadPool: ThreadPool): void {
  while (threadPool.waiting.length > 0) {
    const thread = pickThread(threadPool) ?? startThread(threadPool)
    if (thread.tasks.length >= maxInFlight) return
    const task = threadPool.waiting.shift()
    if (!task) return
    if (threadPool.now() < task.deadlineMs) send(threadPool, thread, task)
    else task.reject(tooLate(new Error('no pricing thread was available in time')))
  }
}

function send(threadPool: ThreadPool, thread: Thread, task: Task): void {
  const asked: ThreadRequest = { question: task.question, update: thread.updateFor(task.pools) }
  thread.worker.postMessage(asked)
  thread.tasks.push(task)
  if (thread.tasks.length === 1) watch(threadPool, thread)
}

function startThread(threadPool: ThreadPool): Thread {
  const worker = new Worker(threadPool.file)
  worker.unref()
  const thread: Thread = { worker, updateFor: createPoolSender(), tasks: [], timer: undefined }
  worker.on('message', (answer: ThreadResponse) => {
    const task = thread.tasks.shift()
    watch(threadPool, thread)
    if (task) settle(task, answer)
    dispatch(threadPool)
  })
  worker.on('error', (error) => endThread(threadPool, thread, error))
  worker.on('exit', () => endThread(threadPool, thread, new Error('a pricing thread ended')))
  threadPool.threads.push(thread)
  return thread
}

function endThread(threadPool: ThreadPool, thread: Thread, cause: Error): void {
  const place = threadPool.threads.indexOf(thread)
  if (place < 0) return
  threadPool.threads.splice(place, 1)
  clearTimeout(thread.timer)
  void thread.worker.terminate()
  for (const task of thread.tasks) task.reject(tooLate(cause))
  dispatch(threadPool)
}

/** Terminates a thread that exceeds the time limit of its current request. */
function watch(threadPool: ThreadPool, thread: Thread): void {
  clearTimeout(thread.timer)
  if (thread.tasks.length === 0) return
  const hangs = () =>
    endThread(threadPool, thread, new Error('a pricing thread exceeded its time limit'))
  thread.timer = setTimeout(hangs, longestMs)
  thread.timer.unref()
}

/** Returns the thread with the fewest requests; undefined if a new one may be started instead. */
function pickThread({ threads, max }: ThreadPool): Thread | undefined {
  const [first] = [...threads].sort((a, b) => a.tasks.length - b.tasks.length)
  return first && (first.tasks.length === 0 || threads.length >= max) ? first : undefined
}

function settle({ resolve, reject, pools }: Task, answer: ThreadResponse): void {
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
