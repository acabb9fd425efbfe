const pageStep = 8

/**
 * The option a key moves to in a list of `count`, or undefined when the key is not one of the
 * list's. Wraps at both ends, as the combobox pattern of WAI-ARIA allows; -1 means none yet.
 */
export const moveOption = (
  { active, count }: { readonly active: number; readonly count: number },
  key: string,
): number | undefined => {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1
  if (key === 'PageDown') return Math.min(count - 1, active + pageStep)
  if (key === 'PageUp') return Math.max(0, active - pageStep)
  return undefined
}
