/**
 * The row that a key moves to in a list of `count`, or undefined when the key moves nowhere. `index` is -1 while no row
 * has the focus. It does not wrap: a person who holds a key down stops at the end.
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
