/** A number and how much it counts. */
export type Vote = { readonly value: number; readonly weight: number }

/** The most that one vote counts, as a share of all others together. */
const largestShare = 0.9

/**
 * The value in the middle of the votes by their weights; the mean of two where it falls between them, and
 * undefined without votes.
 *
 * Of three votes or more none counts as much as the others together, so that a single wrong one gives a
 * value between two right ones.
 */
export function weightedMedian(votes: readonly Vote[]): number | undefined {
  const sorted = capWeights(votes).toSorted((a, b) => a.value - b.value)
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2
  let below = 0
  for (const [i, { value, weight }] of sorted.entries()) {
    below += weight
    if (below > half || i === sorted.length - 1) return value
    if (below === half) return (value + (sorted[i + 1]?.value ?? value)) / 2
  }
  return undefined
}

function capWeights(votes: readonly Vote[]): readonly Vote[] {
  if (votes.length < 3) return votes
  const [first = 0, second = 0, ...rest] = votes.map(({ weight }) => weight).sort((a, b) => b - a)
  const others = rest.reduce((sum, weight) => sum + weight, 0)
  const level = largestShare * (second + others)
  if (first <= level) return votes
  // Where even the second is above that level, both go down to the one at which they balance: x = 0.9 (x + others).
  const cap = level >= second ? level : (largestShare / (1 - largestShare)) * others
  return votes.map(({ value, weight }) => ({ value, weight: Math.min(weight, cap) }))
}
