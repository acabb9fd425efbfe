/**
 * How much of the way to `trigger` is gone when `left` is missing, both in dollars: never more than is done, in whole
 * percents, and in tenths for the first ten.
 */
export function donePercent({
  trigger,
  left,
}: {
  readonly trigger: number
  readonly left: number
}): number {
  if (trigger <= 0) return 0
  const done = Math.min(trigger, Math.max(0, trigger - left))
  // Multiplied first: a fifth of 50,000 is 20 % and not 19.999….
  const tenths = Math.floor((done * 1_000) / trigger)
  return tenths < 100 ? tenths / 10 : Math.floor(tenths / 10)
}
