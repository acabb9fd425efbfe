/** An entry of a bounded map. */
type MapEntry<K, V> = {
  readonly key: K
  readonly value: V
  /** Maximum entries of the map. */
  readonly max: number
}

/** Sets an entry of a bounded map and evicts the entry that was set longest ago. */
export function setBounded<K, V>(entries: Map<K, V>, { key, value, max }: MapEntry<K, V>): void {
  entries.delete(key)
  entries.set(key, value)
  if (entries.size <= max) return
  const [oldest] = entries.keys()
  entries.delete(oldest as K)
}
