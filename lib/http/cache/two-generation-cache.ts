/** Keeps what was asked for last, within bounds; what is in use stays, however many come once. */
export type RecentMap<V> = {
  readonly find: (key: string) => V | undefined
  readonly set: (key: string, value: V) => void
  readonly delete: (key: string) => void
  readonly clear: () => void
  readonly size: () => number
}

type Bounds<V> = {
  readonly entries: number
  readonly bytes: number
  /** Bytes that a value takes, about. */
  readonly bytesOf: (value: V) => number
}

/** Bytes that an entry takes beside its key and value, about. */
const overhead = 200

/**
 * A {@link RecentMap} of two generations: when the young one is half of what is allowed, it becomes the
 * old one and that is dropped; what is found in the old one moves to the young one. So a hit costs one
 * look-up, and at least the half that was used last is kept.
 */
export function createRecentMap<V>({ entries, bytes, bytesOf }: Bounds<V>): RecentMap<V> {
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  let youngBytes = 0
  const weigh = (key: string, value: V) => overhead + key.length + bytesOf(value)
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
