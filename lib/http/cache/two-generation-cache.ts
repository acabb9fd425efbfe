/** A bounded cache that keeps recently used entries; a scan of keys used once does not evict them. */
export type RecentCache<V> = {
  readonly find: (key: string) => V | undefined
  readonly set: (key: string, value: V) => void
  readonly delete: (key: string) => void
  readonly clear: () => void
  readonly size: () => number
}

type Bounds<V> = {
  readonly entries: number
  readonly bytes: number
  /** Approximate size of a value in bytes. */
  readonly bytesOf: (value: V) => number
}

/** Approximate bytes per entry in addition to key and value. */
const entryOverhead = 200

/**
 * Creates a {@link RecentCache} of two generations. When the young one reaches half of a limit, it replaces the
 * old one. A hit in the old generation moves the entry to the young one. A hit in the young generation costs
 * one look-up, and at least the most recently used half of the limit stays.
 */
export function createRecentCache<V>({ entries, bytes, bytesOf }: Bounds<V>): RecentCache<V> {
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  let youngBytes = 0
  const weigh = (key: string, value: V) => entryOverhead + key.length + bytesOf(value)
  const drop = (key: string): void => {
    old.delete(key)
    const before = young.get(key)
    if (before === undefined) return
    young.delete(key)
    youngBytes -= weigh(key, before)
  }
  const set = (key: string, value: V): void => {
    drop(key)
    const weight = weigh(key, value)
    if (weight > bytes / 2) return
    if (young.size + 1 > entries / 2 || youngBytes + weight > bytes / 2) {
      old = young
      young = new Map()
      youngBytes = 0
    }
    young.set(key, value)
    youngBytes += weight
  }
  return {
    find: (key) => {
      const value = young.get(key)
      if (value !== undefined) return value
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
    delete: drop,
    clear: () => {
      young = new Map()
      old = new Map()
      youngBytes = 0
    },
    size: () => young.size + old.size,
  }
}
