/** Seconds from `from` to `to`, both included. */
export type TimeSpan = { readonly from: number; readonly to: number }

/** The same seconds as disjoint spans in their order. */
export function mergeSpans(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const merged: TimeSpan[] = []
  for (const span of spans.toSorted((left, right) => left.from - right.from)) {
    const last = merged.at(-1)
    if (!last || last.to < span.from) merged.push(span)
    else if (last.to < span.to) merged[merged.length - 1] = { from: last.from, to: span.to }
  }
  return merged
}

/** Whether one of the spans, as {@link mergeSpans} gives them, holds this second. */
export function isWithin(spans: readonly TimeSpan[], time: number): boolean {
  const span = spans[countFrom(spans, ({ from }) => from <= time) - 1]
  return span !== undefined && time <= span.to
}

/** How many items the predicate holds for: all from the first to the last such, as in a sorted list. */
export function countFrom<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(items[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}
