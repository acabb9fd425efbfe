import { searchCovers } from './cover-search'
import { conflictsOf, growCliques, type Incumbent, type PackingProblem } from './packing'
import { searchPrices } from './price-search'

/** A set packing problem: nonnegative weights, and groups of items of which at most one may be chosen. */
export type PackingInput = {
  readonly weights: readonly bigint[]
  readonly groups: readonly (readonly number[])[]
  /** Step limit of the search; equal limits give equal results on every machine. */
  readonly steps?: number
}

/** A set of compatible items. */
export type Packing = {
  /** Ascending. */
  readonly chosen: readonly number[]
  readonly total: bigint
  /** Upper bound on the weight of any compatible set; equals `total` if the search was complete. */
  readonly bound: bigint
}

/** The hardest conflicts take many seconds; real auctions need some hundred steps at most. */
const maxIterations = 20_000
/** Steps tried before the longer local search: small problems end within them. */
const easySteps = 20
/** Covering steps in the time of a pricing step, which runs dozens of subgradient iterations. */
const coverSteps = 20
/** Density of conflicts from which covers are searched first: cliques are large there, and their bounds tight. */
const dense = 0.3
/** Bits of an integer sum that floats add without rounding. */
const exactBits = 52
/** Perturbations in the first local search, and in the one after the first bound. */
const initialPerturbations = 20
const laterPerturbations = 300

/**
 * Solves weighted set packing: exact unless the step limit is reached. Of several optimal sets it returns the first one
 * found, which depends on the input only; adds items of weight 0 where they fit. See `docs/math/winner-selection.md`,
 * sections 2 to 4.
 */
export function findPacking({ weights, groups, steps = maxIterations }: PackingInput): Packing {
  const heavy = [...weights.keys()].filter((thing) => (weights[thing] ?? 0n) > 0n)
  const { packed, bound } = packHeavy({ weights, groups, steps }, heavy)
  const chosen = addLight(packed, { weights, groups })
  const total = weightOfSet(weights, chosen)
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

/** Undefined if the search was complete. */
function search(
  problem: PackingProblem,
  incumbent: Incumbent,
  { steps, groups }: Effort,
): number | undefined {
  searchNearby(problem, incumbent, initialPerturbations)
  const { length } = problem.weights
  const pairs = problem.conflicts.reduce((sum, list) => sum + list.length, 0)
  const isDense = pairs >= dense * length * (length - 1)
  if (isDense && searchCovers(problem, incumbent, steps * coverSteps)) return undefined
  const priced = { ...problem, cliques: growCliques(groups, problem.conflicts) }
  const easy = searchPrices(priced, incumbent, Math.min(steps, easySteps))
  if (easy.isComplete) return undefined
  searchNearby(problem, incumbent, laterPerturbations)
  const { isComplete, bound } = searchPrices(priced, incumbent, steps)
  return isComplete ? undefined : Math.min(bound, easy.bound)
}

/** Divisor of the weights that makes their sum exact in floating point; rounds only if necessary. */
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

/** Compares sets by their exact weights. */
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
      const offeredTotal = weightOfSet(own, offered)
      if (offeredTotal <= total) return
      total = offeredTotal
      set = [...offered]
      rounded = offered.reduce((sum, thing) => sum + (weights[thing] ?? 0), 0)
    },
  }
}

function weightOfSet(weights: readonly bigint[], set: readonly number[]): bigint {
  return set.reduce((sum, thing) => sum + (weights[thing] ?? 0n), 0n)
}

/** Adds compatible items of weight zero, and those that an incomplete search left out. */
function addLight(packed: readonly number[], { weights, groups }: PackingInput): number[] {
  const conflicts = conflictsOf(weights.length, groups)
  const chosen = new Set(packed)
  for (const thing of weights.keys()) {
    if (!conflicts[thing]?.some((other) => chosen.has(other))) chosen.add(thing)
  }
  return [...chosen].sort((a, b) => a - b)
}

/** One kick in this number is accepted though its set is worse, to leave a local optimum. */
const escapes = 50

/**
 * Local search for a heavy set: an item that outweighs all its conflicts replaces them, and some items are forced in
 * (`kicks` times). Deterministic; offers the sets to `incumbent`. (Iterated local search; Lourenço, Martin & Stützle
 * 2003.)
 */
function searchNearby(problem: PackingProblem, incumbent: Incumbent, kicks: number): void {
  const set = createSet(problem)
  const random = createRandom()
  const { length } = problem.weights
  set.improve()
  let kept = set.list()
  let keptWeight = set.weight()
  incumbent.offer(kept)
  for (let kick = 0; kick < kicks; kick += 1) {
    const forced = random(4) === 0 ? 2 + random(3) : 1
    for (let time = 0; time < forced; time += 1) set.force(random(length))
    set.improve()
    if (set.weight() >= keptWeight || random(escapes) === 0) {
      kept = set.list()
      keptWeight = set.weight()
      incumbent.offer(kept)
    } else {
      set.restore(kept)
    }
  }
}

/** A compatible set, and for each item the weight of its conflicts in the set. */
function createSet({ weights, conflicts }: PackingProblem) {
  const isIn = new Uint8Array(weights.length)
  const opposed = new Float64Array(weights.length)
  let weight = 0
  const change = (thing: number, sign: 1 | -1) => {
    const own = sign * (weights[thing] ?? 0)
    isIn[thing] = sign === 1 ? 1 : 0
    weight += own
    for (const other of conflicts[thing] ?? []) opposed[other] = (opposed[other] ?? 0) + own
  }
  const force = (thing: number) => {
    if (isIn[thing]) return
    for (const other of conflicts[thing] ?? []) if (isIn[other]) change(other, -1)
    change(thing, 1)
  }
  const improve = () => {
    for (let isBetter = true; isBetter; ) {
      isBetter = false
      for (let thing = 0; thing < weights.length; thing += 1) {
        if (isIn[thing] || (weights[thing] ?? 0) <= (opposed[thing] ?? 0)) continue
        force(thing)
        isBetter = true
      }
    }
  }
  const restore = (list: readonly number[]) => {
    for (let thing = 0; thing < weights.length; thing += 1) if (isIn[thing]) change(thing, -1)
    for (const thing of list) change(thing, 1)
  }
  const list = () => [...isIn.keys()].filter((thing) => isIn[thing])
  return { force, improve, restore, list, weight: () => weight }
}

/**
 * A pseudorandom generator with a fixed seed: an auction has the same winners everywhere. The linear congruential
 * generator of the C standard's example, without its weak low bits.
 */
function createRandom(): (below: number) => number {
  let state = 12_345
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}
