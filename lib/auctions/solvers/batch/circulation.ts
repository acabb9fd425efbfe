/** Directed arcs between numbered nodes, with capacities. */
export type Network = {
  readonly nodeCount: number
  readonly from: Int32Array
  readonly to: Int32Array
  /** Gain per unit of flow along an arc, nonnegative; a unit against it loses as much. */
  readonly gain: Float64Array
  /** Capacity along each arc and, as a negative number, against it. */
  readonly max: Float64Array
  readonly min: Float64Array
}

/** Fraction of the total capacity that counts as zero: the rounding of sums over thousands of arcs. */
const nothing = 1e-12

/** Maximum number of augmenting paths per node and arc: with real capacities the method need not be finite. */
const maxWays = 4

type Flow = Network & {
  readonly arcsAt: readonly (readonly number[])[]
  readonly flow: Float64Array
  /** Excess of each node: inflow minus outflow. */
  readonly excess: Float64Array
  /** Node potentials that make all residual arcs' lengths nonnegative. */
  readonly potentials: Float64Array
  readonly tolerance: number
}

/**
 * Finds a maximum gain circulation (to rounding). Saturates all arcs first, then returns the excess along the paths
 * that lose least: successive shortest paths with node potentials (Edmonds & Karp 1972; Ahuja, Magnanti & Orlin 1993,
 * section 9.7).
 */
export function findCirculation(network: Network): Float64Array {
  const state = fillArcs(network)
  const turns = maxWays * (network.nodeCount + network.from.length)
  for (let turn = 0; turn < turns && sendBack(state); turn += 1);
  return state.flow
}

function fillArcs(network: Network): Flow {
  const { nodeCount, from, to, max } = network
  const arcsAt = Array.from({ length: nodeCount }, (): number[] => [])
  const excess = new Float64Array(nodeCount)
  for (let i = 0; i < from.length; i += 1) {
    const [a, b] = [from[i] as number, to[i] as number]
    arcsAt[a]?.push(i)
    arcsAt[b]?.push(i)
    excess[a] = (excess[a] as number) - (max[i] as number)
    excess[b] = (excess[b] as number) + (max[i] as number)
  }
  const tolerance = max.reduce((sum, amount) => sum + amount, 0) * nothing
  const potentials = new Float64Array(nodeCount)
  return { ...network, arcsAt, flow: max.slice(), excess, potentials, tolerance }
}

/** Sends flow from an excess to the nearest deficit; returns false if there is none. */
function sendBack(state: Flow): boolean {
  const { excess, flow, potentials, tolerance } = state
  const { distances, arcs, end } = findNearest(state)
  if (end < 0) return false
  const length = distances[end] as number
  for (let k = 0; k < distances.length; k += 1) {
    potentials[k] = (potentials[k] as number) + Math.min(distances[k] as number, length)
  }
  let amount = -(excess[end] as number)
  let start = end
  const way: number[] = []
  for (let i = arcs[start] as number; i >= 0; i = arcs[start] as number) {
    way.push(i)
    amount = Math.min(amount, roomTo(state, i, start))
    start = otherEnd(state, i, start)
  }
  amount = Math.min(amount, excess[start] as number)
  let node = end
  for (const i of way) {
    flow[i] = (flow[i] as number) + (state.to[i] === node ? amount : -amount)
    if (roomTo(state, i, node) < tolerance) {
      flow[i] = (state.to[i] === node ? state.max[i] : state.min[i]) as number
    }
    node = otherEnd(state, i, node)
  }
  excess[start] = (excess[start] as number) - amount
  excess[end] = (excess[end] as number) + amount
  return true
}

/** Residual capacity of an arc towards one of its ends. */
function roomTo({ to, flow, max, min }: Flow, i: number, node: number): number {
  const now = flow[i] as number
  return to[i] === node ? (max[i] as number) - now : now - (min[i] as number)
}

function otherEnd({ from, to }: Network, i: number, node: number): number {
  return (to[i] === node ? from[i] : to[i]) as number
}

/** Shortest distances from an excess node (Dijkstra), each node's incoming arc, and the end; negative: none. */
function findNearest(state: Flow) {
  const { nodeCount, arcsAt, excess, tolerance } = state
  const distances = new Float64Array(nodeCount).fill(Number.POSITIVE_INFINITY)
  const arcs = new Int32Array(nodeCount).fill(-1)
  const start = excess.findIndex((amount) => amount > tolerance)
  const open = new Set(start < 0 ? [] : [start])
  if (start >= 0) distances[start] = 0
  while (open.size > 0) {
    const node = nearestOf(open, distances)
    if ((excess[node] as number) < -tolerance) return { distances, arcs, end: node }
    open.delete(node)
    for (const i of arcsAt[node] ?? []) {
      const next = otherEnd(state, i, node)
      if (!(roomTo(state, i, next) > tolerance)) continue
      const distance = (distances[node] as number) + lengthTo(state, i, next)
      if (distance >= (distances[next] as number)) continue
      distances[next] = distance
      arcs[next] = i
      open.add(next)
    }
  }
  return { distances, arcs, end: -1 }
}

function nearestOf(open: ReadonlySet<number>, distances: Float64Array): number {
  let nearest = -1
  let min = Number.POSITIVE_INFINITY
  for (const node of open) {
    if ((distances[node] as number) >= min) continue
    nearest = node
    min = distances[node] as number
  }
  return nearest
}

/** Reduced cost of a unit through an arc towards one of its ends. */
function lengthTo({ from, to, gain, potentials }: Flow, i: number, node: number): number {
  const [a, b] = [potentials[from[i] as number] as number, potentials[to[i] as number] as number]
  const loss = to[i] === node ? a - b - (gain[i] as number) : b - a + (gain[i] as number)
  return Math.max(0, loss)
}

/** A simple cycle of a network, and its flow. */
export type Ring = {
  readonly arcs: readonly { readonly arc: number; readonly isForward: boolean }[]
  readonly flow: number
}

/** Flow below this fraction of the largest is rounding error, with a margin for the subtractions of rings. */
const rounded = 1e-9

/**
 * Decomposes a circulation into rings, preferring short ones; rounding residues belong to none. (Flow decomposition;
 * Ahuja, Magnanti & Orlin 1993, theorem 3.5.)
 */
export function listRings(network: Network, circulation: Float64Array): Ring[] {
  const flow = circulation.slice()
  const min = flow.reduce((max, each) => Math.max(max, Math.abs(each)), 0) * rounded
  for (const [arc, each] of flow.entries()) if (!(Math.abs(each) > min)) flow[arc] = 0
  const arcsAt = Array.from({ length: network.nodeCount }, (): number[] => [])
  for (const arc of flow.keys()) arcsAt[startOf(network, flow, arc)]?.push(arc)
  const rings: Ring[] = []
  for (const arc of flow.keys()) {
    while (flow[arc] !== 0) {
      const way = shortestWay({ network, flow, arcsAt }, arc)
      if (!way) {
        flow[arc] = 0
        break
      }
      const amount = Math.min(...way.map((each) => Math.abs(flow[each] as number)))
      rings.push({
        arcs: way.map((each) => ({ arc: each, isForward: (flow[each] as number) > 0 })),
        flow: amount,
      })
      for (const each of way) {
        const left = Math.abs(flow[each] as number) - amount
        flow[each] = left > min ? left * Math.sign(flow[each] as number) : 0
      }
    }
  }
  return rings
}

type Flowing = {
  readonly network: Network
  readonly flow: Float64Array
  readonly arcsAt: readonly (readonly number[])[]
}

function startOf({ from, to }: Network, flow: Float64Array, arc: number): number {
  return ((flow[arc] as number) > 0 ? from[arc] : to[arc]) as number
}

function endOf({ from, to }: Network, flow: Float64Array, arc: number): number {
  return ((flow[arc] as number) > 0 ? to[arc] : from[arc]) as number
}

/** The arc and the shortest path back to its start; undefined if there is none. */
function shortestWay({ network, flow, arcsAt }: Flowing, arc: number): number[] | undefined {
  const goal = startOf(network, flow, arc)
  const before = new Map<number, number>([[endOf(network, flow, arc), arc]])
  for (const node of before.keys()) {
    if (node === goal) break
    for (const next of arcsAt[node] ?? []) {
      const end = endOf(network, flow, next)
      if (flow[next] !== 0 && !before.has(end)) before.set(end, next)
    }
  }
  const way: number[] = []
  for (let node = goal; ; ) {
    const last = before.get(node)
    if (last === undefined) return undefined
    way.push(last)
    if (last === arc) return way
    node = startOf(network, flow, last)
  }
}
