/** An entry of a map that keeps only so many. */
type NewestEntry<K, V> = {
  readonly key: K
  readonly value: V
  /** Entries that the map keeps at most. */
  readonly max: number
}

/** Puts an entry into a map that keeps the newest ones only: of too many the one goes that was put longest ago. */
export function setBounded<K, V>(entries: Map<K, V>, { key, value, max }: NewestEntry<K, V>): void {
  entries.delete(key)
  entries.set(key, value)
  if (entries.size <= max) return
  const [oldest] = entries.keys()
  entries.delete(oldest as K)
}
