import { searchCovers } from './cover-search'
import { searchNearby } from './local-search'
import { conflictsOf, growCliques, type Incumbent, type PackingProblem } from './packing'
import { searchPrices } from './price-search'

/** What is to be packed: weights of 0 or more, and groups of things of which only one can be had. */
export type PackingInput = {
  readonly weights: readonly bigint[]
  readonly groups: readonly (readonly number[])[]
  /** Steps that the search may take; the same number gives the same answer everywhere. */
  readonly steps?: number
}

/** Things that can be had together. */
export type Packing = {
  /** Ascending. */
  readonly chosen: readonly number[]
  readonly total: bigint
  /** No things that can be had together weigh more; equal to `total` when the search came to its end. */
  readonly bound: bigint
}

/** Many seconds where things conflict in the hardest way; real auctions take some hundred at most. */
const maxIterations = 20_000
/** Steps that most auctions come to an end in. */
const easySteps = 20
/** Steps of the search by covers are so much cheaper. */
const coverSteps = 20
/** From this share of conflicting pairs on, covers are looked at first. */
const dense = 0.3
const exactBits = 52

/**
 * The heaviest things that can be had together (weighted set packing), exact unless the steps are used up. Of
 * several equally heavy sets the one that is found first is given, which follows from the input alone; things
 * of weight 0 are added where they fit.
 */
export function findPacking({ weights, groups, steps = maxIterations }: PackingInput): Packing {
  const heavy = [...weights.keys()].filter((thing) => (weights[thing] ?? 0n) > 0n)
  const { packed, bound } = packHeavy({ weights, groups, steps }, heavy)
  const chosen = addLight(packed, { weights, groups })
  const total = weigh(weights, chosen)
  return { chosen, total, bound: bound === undefined || bound < total ? total : bound }
}

type Packed = { readonly packed: readonly number[]; readonly bound: bigint | undefined }

function packHeavy(
  { weights, groups, steps = maxIterations }: PackingInput,
  heavy: number[],
): Packed {
  if (heavy.length === 0) return { packed: [], bound: undefined }
  const places = new Map(heavy.map((thing, place) => [thing, place]))
  const own = heavy.map((thing) => weights[thing] ?? 0n)
  const scale = scaleOf(own)
  const ownGroups = groups.map((group) => group.flatMap((thing) => places.get(thing) ?? []))
  const conflicts = conflictsOf(heavy.length, ownGroups)
  const problem: PackingProblem = {
    weights: Float64Array.from(own, (weight) => Number(weight / scale)),
    conflicts,
    looseness: own.every((weight) => weight % scale === 0n) ? 0 : heavy.length,
  }
  const incumbent = createIncumbent(problem, own)
  const bound = search(problem, incumbent, { steps, groups: ownGroups })
  const packed = incumbent.set().map((place) => heavy[place] ?? 0)
  if (bound === undefined) return { packed, bound }
  const whole = BigInt(Math.ceil(bound)) + BigInt(problem.looseness)
  return { packed, bound: whole * scale }
}

type Effort = Pick<PackingInput, 'groups'> & { readonly steps: number }

/** Undefined when the search came to its end. */
function search(
  problem: PackingProblem,
  incumbent: Incumbent,
  { steps, groups }: Effort,
): number | undefined {
  searchNearby(problem, incumbent, 20)
  const { length } = problem.weights
  const pairs = problem.conflicts.reduce((sum, list) => sum + list.length, 0)
  const isDense = pairs >= dense * length * (length - 1)
  if (isDense && searchCovers(problem, incumbent, steps * coverSteps)) return undefined
  const priced = { ...problem, cliques: growCliques(groups, problem.conflicts) }
  const easy = searchPrices(priced, incumbent, Math.min(steps, easySteps))
  if (easy.isComplete) return undefined
  searchNearby(problem, incumbent, 300)
  const { isComplete, bound } = searchPrices(priced, incumbent, steps)
  return isComplete ? undefined : Math.min(bound, easy.bound)
}

/** What weights are divided by, so that their sum is exact in floating point; rounding only if it has to. */
function scaleOf(weights: readonly bigint[]): bigint {
  const common = weights.reduce(greatestDivisor)
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  const excess = (total / common).toString(2).length - exactBits
  return excess > 0 ? 1n << BigInt(total.toString(2).length - exactBits) : common
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b]
  while (small > 0n) [large, small] = [small, large % small]
  return large
}

/** Compares sets by their true weights. */
function createIncumbent(
  { weights }: PackingProblem,
  own: readonly bigint[],
): Incumbent & { set: () => readonly number[] } {
  let set: readonly number[] = []
  let total = -1n
  let rounded = -1
  return {
    best: () => rounded,
    set: () => set,
    offer: (offered) => {
      const offeredTotal = weigh(own, offered)
      if (offeredTotal <= total) return
      total = offeredTotal
      set = [...offered]
      rounded = offered.reduce((sum, thing) => sum + (weights[thing] ?? 0), 0)
    },
  }
}

function weigh(weights: readonly bigint[], set: readonly number[]): bigint {
  return set.reduce((sum, thing) => sum + (weights[thing] ?? 0n), 0n)
}

/** Adds in turn what weighs nothing, and what a search that was broken off left out. */
function addLight(packed: readonly number[], { weights, groups }: PackingInput): number[] {
  const conflicts = conflictsOf(weights.length, groups)
  const chosen = new Set(packed)
  for (const thing of weights.keys()) {
    if (!conflicts[thing]?.some((other) => chosen.has(other))) chosen.add(thing)
  }
  return [...chosen].sort((a, b) => a - b)
}
