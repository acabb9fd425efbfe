/**
 * Returns the row that a key moves the focus to in a list of `count`; undefined if the key does not move it. `index` is
 * -1 without a focused row. Does not wrap around: holding a key stops at the end.
 */
export function rowAfterKey(
  { index, count }: { readonly index: number; readonly count: number },
  key: string,
): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown' || key === 'j') return Math.min(index + 1, count - 1)
  if (key === 'ArrowUp' || key === 'k') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
