import { LRUCache } from 'lru-cache'

/** A cache in this process's memory; the least recently used entries leave first. */
export type MemoryCache<V extends object> = LRUCache<string, V>

type Bounds<V> = {
  readonly entries: number
  readonly bytes: number
  /** Approximate size of a value in bytes. */
  readonly bytesOf: (value: V) => number
}

/** Approximate bytes per entry in addition to key and value. */
const entryOverhead = 200

/** Creates a cache within these limits. It does not keep a value of over half the byte limit. */
export function createMemoryCache<V extends object>({
  entries,
  bytes,
  bytesOf,
}: Bounds<V>): MemoryCache<V> {
  return new LRUCache({
    max: entries,
    maxSize: bytes,
    maxEntrySize: bytes / 2,
    sizeCalculation: (value, key) => entryOverhead + key.length + bytesOf(value),
  })
}
