/**
 * Returns the progress towards `trigger` when `left` is missing, both in dollars: rounded down to whole percents, and
 * to tenths below ten percent.
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
  // Multiply before dividing: a fifth of 50,000 is 20 %, not 19.999….
  const tenths = Math.floor((done * 1_000) / trigger)
  return tenths < 100 ? tenths / 10 : Math.floor(tenths / 10)
}
