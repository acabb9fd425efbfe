import { gather } from './gather'

/** The items under what `keyOf` tells of each, those of a key in their sequence. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  return gather(items.map((item) => [keyOf(item), item]))
}
