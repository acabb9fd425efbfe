import { gather } from './gather'

/** Groups items by `keyOf`, in their original order. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  return gather(items.map((item) => [keyOf(item), item]))
}
