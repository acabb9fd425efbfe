/** A curve of values in a box of 1 by 1, whose origin is at the top left. */
export type ValueLine = {
  /** SVG path of the curve. */
  readonly path: string
  /** Height of the last value. */
  readonly last: number
  /** Round values within the curve, highest first, and their heights. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[]
}

/** Part of the height above and below the curve. */
const air = 0.12

/** Draws values at equal distances; undefined for fewer than two. A constant value is drawn in the middle. */
export function valueLine(values: readonly number[]): ValueLine | undefined {
  const last = values.at(-1)
  if (last === undefined || values.length < 2) return undefined
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low
  const heightOf = (value: number) =>
    span === 0 ? 0.5 : air + ((high - value) / span) * (1 - 2 * air)
  const points = values.map((value, index) => {
    const x = index / (values.length - 1)
    return `${rounded(x)} ${rounded(heightOf(value))}`
  })
  return {
    path: `M${points.join('L')}`,
    last: heightOf(last),
    ticks: roundValues(low, high).map((value) => ({ value, y: heightOf(value) })),
  }
}

const rounded = (part: number) => Number(part.toFixed(4))

/** Returns up to three round values between two, highest first. */
function roundValues(low: number, high: number): readonly number[] {
  const span = high - low
  if (!(span > 0)) return []
  const magnitude = 10 ** Math.floor(Math.log10(span))
  const step = [0.5, 1, 2, 5, 10].map((factor) => factor * magnitude).find((s) => span / s < 3.5)
  if (!step) return []
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step).reverse()
}
