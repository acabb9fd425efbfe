import { ServiceError } from '@/lib/core/errors'

/** How questions are loaded together. */
export type BatchOptions<K, V> = {
  /** Answers many keys at once; what has no value is left out. */
  readonly load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>
  /** Loads under way at once; keys that come meanwhile wait and go together. */
  readonly concurrency: number
  /** Keys that go together at most. */
  readonly size: number
}

type Waiting<K, V> = {
  readonly key: K
  readonly resolve: (value: V | undefined) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Full loads that may wait; who comes on top is better told to come again than kept, as when
 * nothing answers.
 */
const maxLoadsWaiting = 16

/**
 * Makes one load of many questions asked about the same time: those of one turn of the event loop, and
 * those that come while `concurrency` loads are under way. Each answer was loaded after its question was
 * asked, so none is older than one asked alone. When a load fails, all its questions do.
 *
 * A question fails with InternalServerError at once when sixteen full loads wait before it.
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
      if (waiting.length >= options.size * maxLoadsWaiting) return reject(overloaded())
      waiting.push({ key, resolve, reject })
      schedule()
    })
}

function overloaded(): ServiceError {
  const description = 'too much waits for an answer, try again later'
  return new ServiceError('InternalServerError', description, { retryAfterSeconds: 2 })
}
