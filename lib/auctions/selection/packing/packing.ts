/** Weighted items with conflicts. */
export type PackingProblem = {
  /** Positive integers whose sum is below 2^53. */
  readonly weights: Float64Array
  /** Conflicting items of each item, ascending. */
  readonly conflicts: readonly (readonly number[])[]
  /**
   * Maximum error of a sum of weights, if weights are rounded down. Sets within this distance of the best are passed to
   * `offer`, too.
   */
  readonly looseness: number
}

/** The best set so far; searches update it, and stop once its steps are used up. */
export type Incumbent = {
  /** Sum of the rounded weights of the best set. */
  readonly best: () => number
  /** Compares a set with the best one. */
  readonly offer: (set: readonly number[]) => void
}

/** Returns whether a subtree without sets heavier than `bound` can be pruned. */
export function isHopeless(problem: PackingProblem, incumbent: Incumbent, bound: number): boolean {
  return bound + problem.looseness < incumbent.best() + 1
}

/** Builds the conflict lists from `groups`, each of which admits one item. */
export function conflictsOf(count: number, groups: readonly (readonly number[])[]): number[][] {
  const sets = Array.from({ length: count }, () => new Set<number>())
  for (const group of groups) {
    for (const one of group) {
      for (const other of group) if (other !== one) sets[one]?.add(other)
    }
  }
  return sets.map((set) => [...set].sort((a, b) => a - b))
}

/**
 * Extends each group to a maximal clique of the conflict graph, greedily by degree; larger cliques give better bounds
 * (Padberg 1973). Omits groups of one.
 */
export function growCliques(
  groups: readonly (readonly number[])[],
  conflicts: readonly (readonly number[])[],
): number[][] {
  const sets = conflicts.map((list) => new Set(list))
  const degree = (thing: number) => conflicts[thing]?.length ?? 0
  const known = new Map<string, number[]>()
  for (const group of groups) {
    const [first] = group
    if (first === undefined || group.length < 2) continue
    const clique = [...group]
    const others = [...(conflicts[first] ?? [])].sort((a, b) => degree(b) - degree(a) || a - b)
    for (const other of others) {
      if (clique.every((member) => sets[other]?.has(member))) clique.push(other)
    }
    clique.sort((a, b) => a - b)
    known.set(clique.join(), clique)
  }
  return [...known.values()]
}
