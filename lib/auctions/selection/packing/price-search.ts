import { type Incumbent, isHopeless, type PackingProblem } from './packing'

/** A packing problem with a clique cover of its conflict graph. */
export type PricedProblem = PackingProblem & { readonly cliques: readonly (readonly number[])[] }

/** Subgradient iterations at the root, and at each other node, which starts from the prices of its parent. */
const firstRounds = 400
const laterRounds = 30
/**
 * Iterations without a better bound after which the step is reduced, to what part, and the final step (Held, Wolfe &
 * Crowder 1974). Step lengths are relative to Polyak's, which converges for any between 0 and 2.
 */
const maxIdle = 8
const smallestStep = 0.01
const reduction = 0.6
const firstLength = 1.2
const laterLength = 0.8

/** Weight of an item's distance from a reduced weight of zero, against its conflicts, when a branch is chosen. */
const undecidedness = 3

/** A search node: the open items, and clique prices that gave a good bound. */
type Node = {
  readonly open: readonly number[]
  readonly prices: Float64Array
  readonly weight: number
  readonly chosen: readonly number[]
}

/** The result of {@link searchPrices}, besides the sets that it offered. */
export type PriceSearch = {
  /** Whether the search was complete. */
  readonly isComplete: boolean
  /** Upper bound on the weight of any set. */
  readonly bound: number
}

/**
 * Branch and bound with Lagrangian relaxation: each clique has a price that its items pay, and no set is heavier than
 * the sum of all prices plus the positive reduced weights. Prices are optimised by subgradient steps of Polyak's
 * length. Items whose reduced weight fixes them in or out are decided at once. Strong on sparse conflicts.
 * (Geoffrion 1974, Polyak 1969; `docs/math/winner-selection.md`, (2).)
 *
 * Stops after `steps`.
 */
export function searchPrices(
  problem: PricedProblem,
  incumbent: Incumbent,
  steps: number,
): PriceSearch {
  const bounds = createBounds(problem, incumbent)
  const all = [...problem.weights.keys()]
  const stack: Node[] = [
    { open: all, prices: new Float64Array(problem.cliques.length), weight: 0, chosen: [] },
  ]
  let bound = problem.weights.reduce((sum, weight) => sum + weight, 0)
  let left = steps
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (left <= 0) return { isComplete: false, bound }
    left -= 1
    const isRoot = node.open === all
    const tightened = bounds.tighten(node, isRoot ? firstRounds : laterRounds)
    if (isRoot) bound = tightened.bound
    const { rest } = tightened
    if (!rest) continue
    if (rest.open.length === 0) incumbent.offer(rest.chosen)
    else stack.push(...split(problem, rest, bounds))
  }
  return { isComplete: true, bound }
}

type Bounds = ReturnType<typeof createBounds>

/** Branches on the item with the most conflicts among those with a reduced weight near zero: without it and with it. */
function split(problem: PackingProblem, node: Node, bounds: Bounds): Node[] {
  const { weights, conflicts } = problem
  const isOpen = new Uint8Array(weights.length)
  for (const thing of node.open) isOpen[thing] = 1
  let chosen = node.open[0] ?? 0
  let best = Number.NEGATIVE_INFINITY
  for (const thing of node.open) {
    let opposed = 0
    for (const other of conflicts[thing] ?? []) if (isOpen[other]) opposed += weights[other] ?? 0
    const own = weights[thing] ?? 0
    const rank = opposed + own - undecidedness * Math.abs(own - bounds.paid(thing, node.prices))
    if (rank > best) [best, chosen] = [rank, thing]
  }
  const without = node.open.filter((thing) => thing !== chosen)
  for (const other of conflicts[chosen] ?? []) isOpen[other] = 0
  const others = without.filter((thing) => isOpen[thing])
  return [
    { ...node, open: without, prices: bounds.livePrices(without, node.prices) },
    {
      open: others,
      prices: bounds.livePrices(others, node.prices),
      weight: node.weight + (weights[chosen] ?? 0),
      chosen: [...node.chosen, chosen],
    },
  ]
}

function createBounds(problem: PricedProblem, incumbent: Incumbent) {
  const { weights, conflicts, cliques } = problem
  const cliquesOf: number[][] = Array.from(weights, () => [])
  for (const [index, clique] of cliques.entries()) {
    for (const thing of clique) cliquesOf[thing]?.push(index)
  }
  const reduced = new Float64Array(weights.length)
  const slope = new Float64Array(cliques.length)
  /** Exceeds all rounding errors of a sum of weights and prices. */
  const margin = weights.reduce((sum, weight) => sum + weight, 0) * 1e-12 + 1e-6

  const paid = (thing: number, prices: Float64Array): number => {
    let sum = 0
    for (const clique of cliquesOf[thing] ?? []) sum += prices[clique] ?? 0
    return sum
  }

  const livePrices = (open: readonly number[], prices: Float64Array): Float64Array => {
    const live = new Float64Array(prices.length)
    for (const thing of open) {
      for (const clique of cliquesOf[thing] ?? []) live[clique] = prices[clique] ?? 0
    }
    return live
  }

  /** Computes the bound at these prices, the reduced weights, and each clique's excess demand. */
  const evaluate = ({ open, weight }: Node, prices: Float64Array): number => {
    let bound = weight + margin
    slope.fill(1)
    for (const thing of open) {
      const rest = (weights[thing] ?? 0) - paid(thing, prices)
      reduced[thing] = rest
      if (rest <= 0) continue
      bound += rest
      for (const clique of cliquesOf[thing] ?? []) slope[clique] = (slope[clique] ?? 0) - 1
    }
    for (const price of prices) bound += price
    return bound
  }

  /** Fixes the items that the bound at these prices decides. */
  const decide = (node: Node, bound: number): Node => {
    const isOut = (rest: number) => isHopeless(problem, incumbent, bound - rest)
    const forced = new Set(node.open.filter((thing) => isOut(Math.max(0, reduced[thing] ?? 0))))
    const gone = new Set([...forced].flatMap((thing) => conflicts[thing] ?? []))
    for (const thing of forced) if (gone.has(thing)) return { ...node, open: [] }
    const open = node.open.filter(
      (thing) =>
        !forced.has(thing) && !gone.has(thing) && !isOut(Math.max(0, -(reduced[thing] ?? 0))),
    )
    if (open.length === node.open.length) return node
    let { weight } = node
    for (const thing of forced) weight += weights[thing] ?? 0
    return { ...node, open, weight, chosen: [...node.chosen, ...forced] }
  }

  /** A subgradient step; returns false if there is no direction. */
  const step = (
    prices: Float64Array,
    { gap, length }: { gap: number; length: number },
  ): boolean => {
    let norm = 0
    for (let clique = 0; clique < slope.length; clique += 1) {
      const isAtZero = (prices[clique] ?? 0) === 0 && (slope[clique] ?? 0) > 0
      if (isAtZero) slope[clique] = 0
      norm += (slope[clique] ?? 0) ** 2
    }
    if (norm === 0) return false
    const size = (length * gap) / norm
    for (let clique = 0; clique < slope.length; clique += 1) {
      prices[clique] = Math.max(0, (prices[clique] ?? 0) - size * (slope[clique] ?? 0))
    }
    return true
  }

  /** The best bound of a node, and what remains of it; undefined rest: the node is pruned. */
  const tighten = (from: Node, rounds: number): { bound: number; rest?: Node } => {
    let node = from
    let prices: Float64Array = node.prices.slice()
    let best: { bound: number; prices: Float64Array } = {
      bound: Number.POSITIVE_INFINITY,
      prices: node.prices,
    }
    let length = rounds === firstRounds ? firstLength : laterLength
    let idle = 0
    for (let round = 0; round < rounds && length > smallestStep; round += 1) {
      const bound = evaluate(node, prices)
      if (bound < best.bound) [best, idle] = [{ bound, prices: prices.slice() }, 0]
      else idle += 1
      if (idle === maxIdle) [length, idle] = [length * reduction, 0]
      if (isHopeless(problem, incumbent, best.bound)) return { bound: best.bound }
      const decided = decide(node, bound)
      if (decided !== node) {
        node = decided
        prices = livePrices(node.open, best.prices)
        best = { bound: Math.min(best.bound, evaluate(node, prices)), prices: prices.slice() }
        if (node.open.length === 0) break
        continue
      }
      if (!step(prices, { gap: bound - incumbent.best(), length })) break
    }
    return { bound: best.bound, rest: { ...node, prices: best.prices } }
  }
  return { paid, livePrices, tighten }
}
