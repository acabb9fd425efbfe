type Box = { readonly width: number; readonly height: number }

/**
 * Returns the line of a sparkline as an SVG path from edge to edge, with a pixel of air above and below; empty for fewer
 * than two values. Equal values are a line through the middle.
 */
export function sparkPath(values: readonly number[], { width, height }: Box): string {
  if (values.length < 2) return ''
  const low = values.reduce((min, value) => Math.min(min, value))
  const high = values.reduce((max, value) => Math.max(max, value))
  const step = width / (values.length - 1)
  const points = values.map((value, index) => {
    const share = high > low ? (value - low) / (high - low) : 0.5
    return `${round(index * step)} ${round(1 + (1 - share) * (height - 2))}`
  })
  return `M${points.join('L')}`
}

const round = (value: number) => Math.round(value * 10) / 10

/** Returns the change from the first to the last value, as a fraction of the first; undefined if there is none. */
export function sparkChange(values: readonly number[]): number | undefined {
  const [first, last] = [values[0], values.at(-1)]
  if (values.length < 2 || !first || last === undefined) return undefined
  return last / first - 1
}
