/** Things with weights of which some cannot be had together, for {@link searchPacking}. */
export type PackingProblem = {
  /** Whole numbers above 0 whose sum is below 2^53. */
  readonly weights: Float64Array
  /** Of each thing, which others it cannot be had with, ascending. */
  readonly conflicts: readonly (readonly number[])[]
  /**
   * What a sum of weights may lack of the true one, where the weights are rounded down. A set that is not
   * lighter by more than this is told to `offer` all the same.
   */
  readonly looseness: number
}

/** The best set so far; a search replaces it, and ends early once its steps are used up. */
export type Incumbent = {
  /** Sum of the rounded weights of the best set. */
  readonly best: () => number
  /** Gives a set to be compared with the best one. */
  readonly offer: (set: readonly number[]) => void
}

/** Whether a subtree that holds no set heavier than `bound` can be left out. */
export function isHopeless(problem: PackingProblem, incumbent: Incumbent, bound: number): boolean {
  return bound + problem.looseness < incumbent.best() + 1
}

/** Which things each one conflicts with, where each of `groups` can have one of its things only. */
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
 * Makes each group as large as it can be, by further things that conflict with all of it; larger groups
 * give better bounds. Groups of one say nothing and are left out.
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
