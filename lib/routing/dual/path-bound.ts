import { blankTrade, fullGain } from '@/lib/routing/graph/best-trade'
import { curveRate, type PoolCurve, solveArbitrage } from '@/lib/routing/graph/pool-curve'
import { buyIndex, sellIndex } from '@/lib/routing/graph/pool-graph'
import { findPathRates, type LabelBudget, type PathRates } from '@/lib/routing/graph/simple-paths'
import { jointPlane } from '@/lib/routing/graph/trade-jointly'
import type { Dual } from './dual'
import { rounding } from './dual-bound'

/** An atom crossing a line becomes at most `rate`. Nodes are tokens and, after them, multi-token pools. */
type Line = {
  readonly from: number
  readonly to: number
  readonly rate: number
  /** The part of its pool's cost that the gain does not pay; see {@link Tangent}. */
  readonly unpaid: number
}

/** Maximum that a pool pays beyond its lines: the line of a pair in one direction, or all lines of several tokens. */
type Tangent = {
  readonly pool: number
  readonly lines: readonly number[]
  readonly atoms: number
  /** Where these atoms arrive, and the node they come from, to which no path returns; -1 if there is none. */
  readonly arrival: number
  readonly avoided: number
}

type Tangents = { readonly lines: Line[]; readonly tangents: Tangent[]; readonly nodeCount: number }

/** A bound over simple paths; see {@link boundByPaths}. */
export type PathBound = {
  /** In the units of `certifiedValue`: the maximum paid for a sell, the negative of the minimum taken for a buy. */
  readonly value: number
  /** Tokens of a path that beats all that the problem trades; empty if there is none. */
  readonly better: readonly number[]
}

/** A path that is better by less than this fraction counts as equal: a tenth of the gap at which a route is optimal. */
const minExcess = 1e-6

/** Maximum times that lines of blocked edges are lowered; each costs a search of all paths. */
const maxLowerings = 10

/** A line is lowered a little beyond need, so that its path is not found again. */
const overshoot = 1.01

/** Relative widening of sums of floats: more than the rounding of products over a path, and of sums over all pools. */
const widening = 1e-10

/**
 * Bounds all routes without a cycle at the prices at which a problem was last evaluated, blocked edges included: splits
 * over simple paths that use no pool in both directions. `docs/math/optimality-bound.md` has the proof. Undefined if
 * there are too many simple paths to search.
 */
export function boundByPaths(dual: Dual, budget: LabelBudget): PathBound | undefined {
  const found = tangentsAt(dual)
  let value = Number.POSITIVE_INFINITY
  let better: readonly number[] = []
  for (let lowering = 0; lowering <= maxLowerings; lowering += 1) {
    const rates = searchPaths(found, budget, (line) => line.rate)
    const whole = rates?.best[sellIndex] as number
    if (!rates || !(whole > 0)) break
    value = Math.min(value, sumUp(dual, found, { rates, budget }))
    const excess = (whole * (dual.prices[buyIndex] as number)) / (dual.prices[sellIndex] as number)
    if (!(excess > 1 + minExcess)) break
    const path = rates.pathFrom(sellIndex)
    if (lowering === 0) better = path
    if (!lowerLines(dual, found, { path, excess })) break
  }
  return value < Number.POSITIVE_INFINITY ? { value, better } : undefined
}

/** Sets each token's price to its spot rate over the best simple path (`docs/math/optimality-bound.md`, section 7). */
export function setPathPrices({ graph, prices, held }: Dual, budget: LabelBudget): void {
  const { curves, first, second, tokens } = graph
  const lines = curves.flatMap((curve, edge): Line[] => {
    const [from, to] = [first[edge] as number, second[edge] as number]
    return [
      { from, to, rate: curveRate(curve, 1), unpaid: 0 },
      { from: to, to: from, rate: curveRate(curve, -1), unpaid: 0 },
    ]
  })
  const network = { lines, nodeCount: tokens.length }
  const { best } = searchPaths(network, budget, ({ rate }) => rate) ?? {}
  const unit = best?.[held] ?? 0
  for (let k = 0; unit > 0 && k < prices.length; k += 1) {
    const rate = best?.[k] as number
    if (rate > 0) prices[k] = rate / unit
  }
}

/**
 * Builds the lines of all edges: tangent at the trade of a traded edge, at zero flow for all others
 * (`docs/math/optimality-bound.md`, (2)).
 */
function tangentsAt(dual: Dual): Tangents {
  const { graph, prices, direction, valueIn, valueOut, weight } = dual
  const tokenCount = graph.tokens.length
  const found: Tangents = {
    lines: [],
    tangents: [],
    nodeCount: tokenCount + graph.joints.length,
  }
  let passed = 0
  for (let edge = 0; edge < graph.pools.length; edge += 1) {
    const joint = graph.joints[passed]
    if (joint?.start === edge) {
      addJoint(dual, found, passed)
      passed += 1
      edge += joint.count - 1
      continue
    }
    const curve = graph.curves[edge] as PoolCurve
    for (const sign of [1, -1] as const) {
      const [from, to] = endsOf(dual, edge, sign)
      const beyond = beyondOf(curve, sign)
      if (direction[edge] !== sign) {
        const rate = curveRate(curve, sign) * (1 + rounding)
        addPair(found, { pool: edge, from, to, rate, atoms: beyond })
        continue
      }
      const price = prices[to] as number
      const values = { in: valueIn[edge] as number, out: valueOut[edge] as number }
      const gain = widen(values, (weight[edge] as number) === 0)
      const rate = ((prices[from] as number) / price) * (1 + rounding)
      addPair(found, { pool: edge, from, to, rate, atoms: gain / price + beyond })
    }
  }
  return found
}

function endsOf({ graph }: Dual, edge: number, sign: 1 | -1): readonly [number, number] {
  const [first, second] = [graph.first[edge] as number, graph.second[edge] as number]
  return sign > 0 ? [first, second] : [second, first]
}

type Pair = { pool: number; from: number; to: number; rate: number; atoms: number }

function addPair({ lines, tangents }: Tangents, { pool, from, to, rate, atoms }: Pair): void {
  tangents.push({ pool, lines: [lines.length], atoms, arrival: to, avoided: from })
  lines.push({ from, to, rate, unpaid: 0 })
}

/** Adds a multi-token pool: lines into it at its plane's input values, and out of it at its output values. */
function addJoint({ graph, roots }: Dual, { lines, tangents }: Tangents, number: number): void {
  const joint = graph.joints[number] as (typeof graph.joints)[number]
  const node = graph.tokens.length + number
  const { max, isFull, taken, paid } = jointPlane(joint, roots)
  const first = lines.length
  for (const [place, token] of joint.tokens.entries()) {
    lines.push({
      from: token,
      to: node,
      rate: (taken[place] as number) * (1 + rounding),
      unpaid: 0,
    })
  }
  const atoms = isFull ? max * fullGain : max
  const ofPool = Array.from(joint.tokens, (_, place) => first + place)
  tangents.push({ pool: joint.start, lines: ofPool, atoms, arrival: node, avoided: -1 })
  for (const [place, token] of joint.tokens.entries()) {
    lines.push({ from: node, to: token, rate: (1 + rounding) / (paid[place] as number), unpaid: 0 })
  }
}

function widen(values: { readonly in: number; readonly out: number }, isFull: boolean): number {
  const gain = Math.max(0, values.out * (1 + rounding) - values.in * (1 - rounding))
  return isFull ? gain * fullGain : gain
}

/** Returns the atoms that a pool's integers may pay beyond its curve. */
function beyondOf(curve: PoolCurve, sign: number): number {
  if (curve.kind !== 'stable') return 0
  return sign > 0 ? curve.secondBeyond : curve.firstBeyond
}

function searchPaths(
  { lines, nodeCount }: Pick<Tangents, 'lines' | 'nodeCount'>,
  budget: LabelBudget,
  rateOf: (line: Line) => number,
): PathRates | undefined {
  const best = new Map<number, number>()
  for (const line of lines) {
    const key = line.from * nodeCount + line.to
    const rate = rateOf(line)
    if (rate > (best.get(key) ?? 0)) best.set(key, rate)
  }
  const keys = [...best.keys()]
  const arcs = {
    nodeCount,
    from: keys.map((key) => Math.floor(key / nodeCount)),
    to: keys.map((key) => key % nodeCount),
    rate: [...best.values()],
  }
  return findPathRates(arcs, { start: sellIndex, end: buyIndex }, budget)
}

/**
 * Returns the bound of all splits over paths at these lines, in the token in which routes are compared: (5) of
 * `docs/math/optimality-bound.md` for a sell, and its counterpart for a buy.
 */
function sumUp(
  dual: Dual,
  { lines, tangents, nodeCount }: Tangents,
  { rates, budget }: { readonly rates: PathRates; readonly budget: LabelBudget },
): number {
  const { costs } = dual.graph
  const isSell = dual.amount > 0
  const whole = rates.best[sellIndex] as number
  let [all, net] = [0, 0]
  const priced = [...lines]
  for (const { pool, lines: own, atoms, arrival, avoided } of tangents) {
    const gain =
      atoms > 0 ? (atoms * rates.bestAvoiding(arrival, avoided)) / (isSell ? 1 : whole) : 0
    const cost = (costs[pool] as number) * (1 - rounding)
    all += gain
    net += Math.max(0, gain - cost)
    for (const i of own) priced[i] = { ...(lines[i] as Line), unpaid: Math.max(0, cost - gain) }
  }
  const amount = Math.abs(dual.amount)
  const free = isSell ? amount * whole : amount / whole - all
  if (!(free > 0)) return isSell ? Number.POSITIVE_INFINITY : 0
  const kept = maxKept({ lines: priced, tangents, nodeCount }, { free, whole, budget })
  const value = isSell ? free * kept + net : -(amount / whole - net + free * (1 - kept))
  return value + Math.abs(value) * widening
}

/** Returns the maximum that a path keeps of the best rate less the unpaid costs of its pools, relative to `free`. */
function maxKept(
  { tangents, ...graph }: Tangents,
  {
    free,
    whole,
    budget,
  }: { readonly free: number; readonly whole: number; readonly budget: LabelBudget },
): number {
  const unpaidOf = ({ unpaid }: Line) => unpaid / free
  let min = Number.POSITIVE_INFINITY
  for (const { lines } of tangents) {
    for (const i of lines) min = Math.min(min, unpaidOf(graph.lines[i] as Line))
  }
  if (!(min > 0) && graph.lines.every(({ unpaid }) => unpaid === 0)) return 1
  const rates = searchPaths(graph, budget, (line) => line.rate * Math.exp(-unpaidOf(line)))
  const best = rates?.best[sellIndex] as number
  // x e^-t <= `best`, x <= 1 and t >= `min`: x - t is largest at the smallest t (optimality-bound.md, (6)).
  return (best > 0 ? Math.min(1, (best / whole) * Math.exp(min)) : 1) - min
}

type Better = { readonly path: readonly number[]; readonly excess: number }

/**
 * Removes the excess of a path: lowers its lines of one pair until it is as good as what the problem trades, at the
 * pair whose tangents then add least (`docs/math/optimality-bound.md`, section 6). Returns false if none of its lines is
 * above the prices.
 */
function lowerLines(dual: Dual, { lines, tangents }: Tangents, { path, excess }: Better): boolean {
  const { prices } = dual
  let best:
    | { readonly price: number; readonly changes: readonly (readonly [number, Line, Tangent])[] }
    | undefined
  for (const [place, from] of path.slice(0, -1).entries()) {
    const to = path[place + 1] as number
    if (from >= prices.length || to >= prices.length) continue
    const neutral = (prices[from] as number) / (prices[to] as number)
    const ofPair = [...tangents.entries()].filter(
      ([, { avoided, arrival }]) => avoided === from && arrival === to,
    )
    const lineOf = ({ lines: [own] }: Tangent) => lines[own as number] as Line
    const top = ofPair.reduce((rate, [, tangent]) => Math.max(rate, lineOf(tangent).rate), 0)
    const rate = Math.max(neutral, top / (1 + (excess - 1) * overshoot))
    if (!(rate < top * (1 - rounding))) continue
    const changes = ofPair
      .filter(([, tangent]) => lineOf(tangent).rate > rate)
      .map(([i, tangent]) => [i, ...touch(dual, { tangent, line: lineOf(tangent) }, rate)] as const)
    const price = changes.reduce((sum, [i, , { atoms }]) => {
      return sum + (atoms - (tangents[i] as Tangent).atoms) * (prices[to] as number)
    }, 0)
    if (!best || price < best.price) best = { price, changes }
  }
  for (const [i, line, tangent] of best?.changes ?? []) {
    lines[tangent.lines[0] as number] = line
    tangents[i] = tangent
  }
  return best !== undefined
}

const trade = blankTrade()

/** Returns the line of a pair at another rate, and what its pool pays beyond it. */
function touch(
  { graph }: Dual,
  { tangent, line }: { readonly tangent: Tangent; readonly line: Line },
  rate: number,
): readonly [Line, Tangent] {
  const curve = graph.curves[tangent.pool] as PoolCurve
  const sign = graph.first[tangent.pool] === line.from ? 1 : -1
  trade.firstRoot = Math.sqrt(sign > 0 ? rate : 1)
  trade.secondRoot = Math.sqrt(sign > 0 ? 1 : rate)
  solveArbitrage(curve, trade)
  const isTraded = trade.direction === sign
  const values = { in: trade.valueIn, out: trade.valueOut }
  const gain = isTraded ? widen(values, trade.weight === 0) : 0
  const lowered = { ...line, rate: rate * (1 + rounding) }
  return [lowered, { ...tangent, atoms: gain + beyondOf(curve, sign) }]
}
