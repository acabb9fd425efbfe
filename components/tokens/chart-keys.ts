const page = 10

/** Returns the index that a key moves to on a chart of `count` points; undefined for other keys or without points. */
export function moveIndex(
  { index, count }: { readonly index: number; readonly count: number },
  key: string,
): number | undefined {
  const steps = new Map([
    ['ArrowLeft', index - 1],
    ['ArrowDown', index - 1],
    ['ArrowRight', index + 1],
    ['ArrowUp', index + 1],
    ['PageDown', index - page],
    ['PageUp', index + page],
    ['Home', 0],
    ['End', count - 1],
  ])
  const next = steps.get(key)
  return next === undefined || count === 0 ? undefined : Math.min(Math.max(next, 0), count - 1)
}
