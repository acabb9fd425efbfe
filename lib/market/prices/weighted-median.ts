/** A value with its weight. */
export type Vote = { readonly value: number; readonly weight: number }

/** Maximum weight of one vote, as a share of the other votes' total. */
const maxShare = 0.9

/**
 * Returns the weighted median, the mean of two values if it falls between them, or undefined without votes.
 *
 * With three or more votes, no vote outweighs all others, so a single wrong vote still yields a value between
 * two correct ones.
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
  const level = maxShare * (second + others)
  if (first <= level) return votes
  // If the second weight exceeds that level too, both are capped at the solution of x = 0.9 (x + others).
  const cap = level >= second ? level : (maxShare / (1 - maxShare)) * others
  return votes.map(({ value, weight }) => ({ value, weight: Math.min(weight, cap) }))
}
