/** Groups items by `keyOf`, in their original order. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  return gather(items.map((item) => [keyOf(item), item]))
}

/** Groups values by key, in their original order. */
export function gather<K, V>(pairs: Iterable<readonly [K, V]>): Map<K, V[]> {
  const gathered = new Map<K, V[]>()
  for (const [key, value] of pairs) {
    const own = gathered.get(key)
    if (own) own.push(value)
    else gathered.set(key, [value])
  }
  return gathered
}
