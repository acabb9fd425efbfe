import { ServiceError } from '@/lib/core/errors'

/** How requests are batched. */
export type BatchOptions<K, V> = {
  /** Loads many keys at once; keys without a value are absent from the map. */
  readonly load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>
  /** Maximum concurrent loads; keys requested meanwhile wait for the next one. */
  readonly concurrency: number
  /** Maximum keys per load. */
  readonly size: number
}

type Waiting<K, V> = {
  readonly key: K
  readonly resolve: (value: V | undefined) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Maximum full loads in the queue; beyond it a caller is asked to retry, since the dependency has probably stopped
 * responding.
 */
const maxQueuedLoads = 16

/**
 * Batches requests into one load: those of one event loop turn, and those that arrive while `concurrency` loads are in
 * flight. Each load starts after its requests, so no answer is older than an unbatched one. A failed load rejects all
 * its requests.
 *
 * Rejects with InternalServerError at once when sixteen full loads are queued.
 */
export function createBatch<K, V>(options: BatchOptions<K, V>): (key: K) => Promise<V | undefined> {
  const waiting: Waiting<K, V>[] = []
  let running = 0
  let isScheduled = false

  const schedule = () => {
    if (isScheduled || running >= options.concurrency || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void run(waiting.splice(0, options.size))
      schedule()
    })
  }
  const run = async (batch: readonly Waiting<K, V>[]) => {
    running += 1
    try {
      const values = await options.load([...new Set(batch.map(({ key }) => key))])
      for (const { key, resolve } of batch) resolve(values.get(key))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      schedule()
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.size * maxQueuedLoads) return reject(overloaded())
      waiting.push({ key, resolve, reject })
      schedule()
    })
}

function overloaded(): ServiceError {
  const description = 'too much waits for an answer, try again later'
  return new ServiceError('InternalServerError', description, { retryAfterSeconds: 2 })
}
