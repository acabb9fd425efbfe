/** A binary heap. */
export type Heap<T> = {
  readonly push: (item: T) => void
  /** Removes and returns the first item; undefined when empty. */
  readonly pop: () => T | undefined
}

/** Creates an empty heap. The sort key of an item must not change while it is in the heap. */
export function createHeap<T>(isBefore: (left: T, right: T) => boolean): Heap<T> {
  const items: T[] = []
  const swap = (left: number, right: number) => {
    const item = items[left] as T
    items[left] = items[right] as T
    items[right] = item
  }
  const isOrdered = (upper: number, lower: number) =>
    lower >= items.length || !isBefore(items[lower] as T, items[upper] as T)
  return {
    push: (item) => {
      items.push(item)
      for (let at = items.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1
        if (isOrdered(parent, at)) return
        swap(parent, at)
        at = parent
      }
    },
    pop: () => {
      const first = items[0]
      const last = items.pop()
      if (items.length === 0) return last
      items[0] = last as T
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        const min = isOrdered(left, right) ? left : right
        if (isOrdered(at, min)) return first
        swap(at, min)
        at = min
      }
    },
  }
}
