import type { Incumbent, PackingProblem } from './packing'

/** Interval, in kicks, at which a worse set is accepted. */
const escapes = 50

/**
 * Local search for a heavy set: an item that outweighs all its conflicts replaces them, and some items are forced in
 * (`kicks` times). Deterministic; offers the sets to `incumbent`.
 */
export function searchNearby(problem: PackingProblem, incumbent: Incumbent, kicks: number): void {
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

/** A pseudorandom generator with a fixed seed: an auction has the same winners everywhere. */
function createRandom(): (below: number) => number {
  let state = 12_345
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}
