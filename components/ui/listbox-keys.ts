/** Options per page key. */
const pageStep = 8

/**
 * Returns the option index that a key moves to in a list of `count`; undefined for other keys. `active` is -1 if
 * there is none. Arrow keys wrap at both ends, as the WAI-ARIA combobox pattern allows.
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
