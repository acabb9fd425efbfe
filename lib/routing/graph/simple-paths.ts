/** Arcs between nodes: arc `i` turns an atom at `from[i]` into `rate[i]` atoms at `to[i]`. */
export type Arcs = {
  readonly nodeCount: number
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly rate: readonly number[]
}

/** The ends of paths: a path visits `start` only first, and does not continue from `end`. */
export type Ends = { readonly start: number; readonly end: number }

/** The best rates over simple paths to one end. */
export type PathRates = {
  /** By node; zero if there is no path. */
  readonly best: Float64Array
  /** Returns the nodes of the best path from a node, the end included. */
  readonly pathFrom: (node: number) => readonly number[]
  /** Returns at least the rate of any simple path from a node that does not visit `avoided`, a node or -1. */
  readonly bestAvoiding: (node: number, avoided: number) => number
}

/** Maximum critical nodes of one search: the bits of a mask, which is a nonnegative 32-bit integer. */
const maxCritical = 30

/** Maximum labels of one search: more would take longer than finding the route. */
const maxLabelsPerNode = 4
const minLabels = 2_000

/** Searches with that many labels per route. Limited, since pool creators choose how many cycles gain. */
const maxFullSearches = 5

/** Labels left for the searches of one route. */
export type LabelBudget = { left: number }

/** Creates the budget for all searches of one route. */
export function createLabelBudget(nodeCount: number): LabelBudget {
  return { left: maxFullSearches * maxLabels(nodeCount) }
}

function maxLabels(nodeCount: number): number {
  return minLabels + maxLabelsPerNode * nodeCount
}

/** Rates beyond this, or below its inverse, are of no use: no amount in atoms is as large. */
const maxRate = 1e80

/** A rate that is better by less than this fraction counts as equal, so that rounding closes no profitable cycle. */
const tolerance = 1e-11

/**
 * Finds the best rate of a simple path from each node to the end, to 1e-11 per node. Undefined if that takes too many
 * labels, or more than `budget` has left.
 *
 * Rates multiply, and some cycles gain, so that a walk may circle forever. This is the elementary shortest path
 * problem, solved by decremental state-space relaxation (Righini, Salani: New dynamic programming algorithms for the
 * resource constrained elementary shortest path problem, Networks 51, 2008). Labels record their visits to critical
 * nodes, initially none. Each node at which a profitable cycle closes becomes critical, and the search restarts. It is
 * exact once no such cycle closes. See `docs/math/optimality-bound.md`, section 7.
 */
export function findPathRates(arcs: Arcs, ends: Ends, budget: LabelBudget): PathRates | undefined {
  const bits = new Int32Array(arcs.nodeCount)
  const arriving = arcsByEnd(arcs, ends)
  let criticalCount = 0
  let left = Math.min(maxLabels(arcs.nodeCount), budget.left)
  while (left > 0) {
    const labels = createLabels(arcs.nodeCount)
    const closing = propagate(labels, { arcs, arriving, end: ends.end, bits, max: left })
    left -= labels.node.length
    budget.left -= labels.node.length
    if (!closing) return undefined
    if (closing.size === 0) return ratesOf(labels, { arcs, bits })
    for (const node of closing) {
      if (criticalCount === maxCritical) return undefined
      bits[node] = 1 << criticalCount
      criticalCount += 1
    }
  }
  return undefined
}

function arcsByEnd({ from, to, rate, nodeCount }: Arcs, { start, end }: Ends) {
  const arriving = Array.from({ length: nodeCount }, (): number[] => [])
  for (let i = 0; i < from.length; i += 1) {
    if (to[i] === start || from[i] === end || !((rate[i] as number) > 0)) continue
    arriving[to[i] as number]?.push(i)
  }
  return arriving
}

/** Paths to the end: start node, rate, critical nodes, and the label of the remaining path. */
type Labels = {
  readonly node: number[]
  readonly rate: number[]
  readonly mask: number[]
  readonly rest: number[]
  /** The labels of each node that no other of it dominates. */
  readonly ofNode: number[][]
}

type Label = {
  readonly node: number
  readonly rate: number
  readonly mask: number
  readonly rest: number
}

function createLabels(nodeCount: number): Labels {
  const ofNode = Array.from({ length: nodeCount }, (): number[] => [])
  return { node: [], rate: [], mask: [], rest: [], ofNode }
}

/** Returns whether another label of the node has as good a rate and visits a subset of the critical nodes. */
function isDominated(labels: Labels, { node, rate, mask }: Omit<Label, 'rest'>): boolean {
  for (const other of labels.ofNode[node] as number[]) {
    const isSubset = ((labels.mask[other] as number) & ~mask) === 0
    if (isSubset && rate <= (labels.rate[other] as number) * (1 + tolerance)) return true
  }
  return false
}

function add(labels: Labels, { node, rate, mask, rest }: Label): void {
  const others = labels.ofNode[node] as number[]
  const kept = others.filter((other) => {
    const isSubset = (mask & ~(labels.mask[other] as number)) === 0
    return !(isSubset && rate >= (labels.rate[other] as number))
  })
  kept.push(labels.node.length)
  labels.ofNode[node] = kept
  labels.node.push(node)
  labels.rate.push(rate)
  labels.mask.push(mask)
  labels.rest.push(rest)
}

function visits(labels: Labels, label: number, node: number): boolean {
  for (let at = label; at >= 0; at = labels.rest[at] as number) {
    if (labels.node[at] === node) return true
  }
  return false
}

type Propagation = {
  readonly arcs: Arcs
  readonly arriving: readonly (readonly number[])[]
  readonly end: number
  /** The bit of each critical node; zero for others. */
  readonly bits: Int32Array
  readonly max: number
}

/** Fills `labels` from the end backwards. Returns where profitable cycles close; undefined with too many labels. */
function propagate(
  labels: Labels,
  { arcs, arriving, end, bits, max }: Propagation,
): ReadonlySet<number> | undefined {
  const closing = new Set<number>()
  add(labels, { node: end, rate: 1, mask: bits[end] as number, rest: -1 })
  for (let at = 0; at < labels.node.length; at += 1) {
    const node = labels.node[at] as number
    if (!labels.ofNode[node]?.includes(at)) continue
    for (const arc of arriving[node] as readonly number[]) {
      const before = arcs.from[arc] as number
      const bit = bits[before] as number
      const visited = labels.mask[at] as number
      if ((visited & bit) !== 0) continue
      const rate = (labels.rate[at] as number) * (arcs.rate[arc] as number)
      if (!(rate < maxRate && rate > 1 / maxRate)) continue
      const longer = { node: before, rate, mask: visited | bit, rest: at }
      if (isDominated(labels, longer)) continue
      if (visits(labels, at, before)) closing.add(before)
      else add(labels, longer)
    }
    if (labels.node.length > max) return undefined
  }
  return closing
}

function ratesOf(labels: Labels, { arcs, bits }: { arcs: Arcs; bits: Int32Array }): PathRates {
  // At each node a label that is better by less than the tolerance may have been dropped.
  const slack = 1 + 2 * tolerance * arcs.nodeCount
  const rateOf = (label: number) => (labels.rate[label] as number) * slack
  const bestOf = (own: readonly number[]) =>
    own.reduce((best, label) => Math.max(best, rateOf(label)), 0)
  const best = Float64Array.from(labels.ofNode, bestOf)
  return {
    best,
    pathFrom: (node) => {
      const own = labels.ofNode[node] as readonly number[]
      const path: number[] = []
      let at = own.find((label) => rateOf(label) === best[node]) ?? -1
      for (; at >= 0; at = labels.rest[at] as number) path.push(labels.node[at] as number)
      return path
    },
    bestAvoiding: (node, avoided) => {
      // Dominance ignores nodes that are not critical.
      if (!bits[avoided]) return best[node] as number
      const own = labels.ofNode[node] as readonly number[]
      return bestOf(own.filter((label) => !visits(labels, label, avoided)))
    },
  }
}
