import { type Incumbent, isHopeless, type PackingProblem } from './packing'

type Level = {
  readonly open: Uint32Array
  readonly left: Uint32Array
  readonly shared: Uint32Array
  readonly branches: Uint32Array
  readonly rest: Float64Array
}

/**
 * Branch and bound for dense conflicts. At each node, cliques cover the open items, each counting once by its heaviest
 * item; branches on the items that the cover leaves over. (The bounds of San Segundo and Tavares for maximum weight
 * clique, on the complement graph; `docs/math/winner-selection.md`, section 3.)
 *
 * Stops after `steps`; returns whether the search was complete.
 */
export function searchCovers(
  problem: PackingProblem,
  incumbent: Incumbent,
  steps: number,
): boolean {
  const search = createSearch(problem, incumbent)
  let left = steps
  const expand = (depth: number, weight: number): boolean => {
    left -= 1
    if (left < 0) return false
    const level = search.level(depth)
    if (isEmpty(level.open)) {
      incumbent.offer(search.chosen())
      return true
    }
    search.cover(level, weight)
    return search.branch(depth, (own) => expand(depth + 1, weight + own))
  }
  return expand(0, 0)
}

function createSearch(problem: PackingProblem, incumbent: Incumbent) {
  const { weights, conflicts } = problem
  // Heaviest first, so that cliques begin with the most valuable items.
  const things = [...weights.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
  const place = new Map(things.map((thing, index) => [thing, index]))
  const own = Float64Array.from(things, (thing) => weights[thing] ?? 0)
  const words = (things.length + 31) >>> 5
  const against = things.map((thing) => {
    const row = new Uint32Array(words)
    for (const other of conflicts[thing] ?? []) setBit(row, place.get(other) ?? 0)
    return row
  })
  const levels: Level[] = []
  const chosen: number[] = []
  const level = (depth: number): Level => {
    const known = levels[depth]
    if (known) return known
    const row = () => new Uint32Array(words)
    const made = { open: row(), left: row(), shared: row(), branches: row(), rest: own.slice() }
    levels[depth] = made
    return made
  }
  const root = level(0)
  for (let index = 0; index < things.length; index += 1) setBit(root.open, index)

  /** Stores in `branches` the items of which any better set must contain one. */
  const cover = ({ open, left, shared, branches, rest }: Level, weight: number) => {
    left.set(open)
    branches.fill(0)
    rest.set(own)
    const clique: number[] = []
    let bound = weight
    for (let first = firstBit(left); first >= 0; first = firstBit(left)) {
      clique.length = 0
      clique.push(first)
      let min = rest[first] ?? 0
      intersect(shared, left, against[first])
      for (let next = firstBit(shared); next >= 0; next = firstBit(shared)) {
        clique.push(next)
        min = Math.min(min, rest[next] ?? 0)
        intersect(shared, shared, against[next])
      }
      if (!isHopeless(problem, incumbent, bound + min)) {
        setBit(branches, first)
        clearBit(left, first)
        continue
      }
      bound += min
      for (const member of clique) {
        rest[member] = (rest[member] ?? 0) - min
        if (rest[member] === 0) clearBit(left, member)
      }
    }
  }

  const branch = (depth: number, visit: (own: number) => boolean): boolean => {
    const { open, left, branches } = level(depth)
    const child = level(depth + 1).open
    for (let word = 0; word < words; word += 1)
      left[word] = (open[word] ?? 0) & ~(branches[word] ?? 0)
    for (let next = lastBit(branches); next >= 0; next = lastBit(branches)) {
      clearBit(branches, next)
      const row = against[next]
      for (let word = 0; word < words; word += 1)
        child[word] = (left[word] ?? 0) & ~(row?.[word] ?? 0)
      chosen.push(next)
      const isDone = visit(own[next] ?? 0)
      chosen.pop()
      if (!isDone) return false
      setBit(left, next)
    }
    return true
  }
  return { level, cover, branch, chosen: () => chosen.map((index) => things[index] ?? 0) }
}

function setBit(row: Uint32Array, bit: number): void {
  row[bit >>> 5] = (row[bit >>> 5] ?? 0) | (1 << (bit & 31))
}

function clearBit(row: Uint32Array, bit: number): void {
  row[bit >>> 5] = (row[bit >>> 5] ?? 0) & ~(1 << (bit & 31))
}

function isEmpty(row: Uint32Array): boolean {
  return firstBit(row) < 0
}

function firstBit(row: Uint32Array): number {
  for (let word = 0; word < row.length; word += 1) {
    const bits = row[word] ?? 0
    if (bits !== 0) return (word << 5) + 31 - Math.clz32(bits & -bits)
  }
  return -1
}

function lastBit(row: Uint32Array): number {
  for (let word = row.length - 1; word >= 0; word -= 1) {
    const bits = row[word] ?? 0
    if (bits !== 0) return (word << 5) + 31 - Math.clz32(bits)
  }
  return -1
}

function intersect(target: Uint32Array, a: Uint32Array, b: Uint32Array | undefined): void {
  for (let word = 0; word < target.length; word += 1) {
    target[word] = (a[word] ?? 0) & (b?.[word] ?? 0)
  }
}
