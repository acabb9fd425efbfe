import type { GivenAmount } from './dual/dual'
import type { Leg } from './execution/flow'
import { curveIn, curveOut } from './graph/pool-curve'
import { buyIndex, type PoolGraph, sellIndex } from './graph/pool-graph'

/** A partial path: the token and amount reached, and how. */
type Link = {
  readonly token: number
  readonly amount: number
  readonly cost: number
  readonly edge: number
  readonly before: Link | undefined
}

type Frontier = Map<number, Link[]>

/** Maximum pools of a path: each further one multiplies the work by the pools per token. */
const maxHops = 3

/** Floats up to here represent whole atoms exactly, so that rounding can be followed. */
const maxExact = 2 ** 52

/**
 * Finds the best single paths of at most three pools after their costs, best first, at most `max` of them. It searches
 * in floats, so that two paths that differ by a few atoms may change places.
 *
 * Hop by hop it keeps the Pareto-optimal links per token, by amount and cost: a larger amount yields more in every
 * pool. (A label-correcting search with two criteria; Martins: On a multicriteria shortest path problem, 1984.)
 */
export function findPaths(
  graph: PoolGraph,
  search: GivenAmount,
  max: number,
): readonly (readonly Leg[])[] {
  const [start, end] = search.kind === 'sell' ? [sellIndex, buyIndex] : [buyIndex, sellIndex]
  const edgesOf = edgesByToken(graph)
  const beforeEnd = new Set(edgesOf[end]?.map((edge) => otherEnd(graph, edge, end)))
  const first = { token: start, amount: search.amount, cost: 0, edge: -1, before: undefined }
  let frontier: Frontier = new Map([[start, [first]]])
  const found: Link[] = []
  for (let hop = 1; hop <= maxHops && frontier.size > 0; hop += 1) {
    const next: Frontier = new Map()
    for (const [token, links] of frontier) {
      if (token === end) continue
      for (const edge of edgesOf[token] ?? []) {
        const reached = otherEnd(graph, edge, token)
        const isUseful =
          reached === end || hop < maxHops - 1 || (hop < maxHops && beforeEnd.has(reached))
        if (reached === start || !isUseful) continue
        for (const link of links) {
          const longer = extendPath(graph, search, { link, edge, reached })
          if (longer) keepParetoOptimal(search.kind, next, longer)
        }
      }
    }
    frontier = next
    found.push(...(next.get(end) ?? []))
  }
  const worth = ({ amount, cost }: Link) =>
    search.kind === 'sell' ? amount - cost : -amount - cost
  const best = found.sort((a, b) => worth(b) - worth(a)).slice(0, max)
  return best.map((link) => toLegs(search.kind, link))
}

function edgesByToken({ first, second, tokens }: PoolGraph): number[][] {
  const edges = tokens.map((): number[] => [])
  for (let i = 0; i < first.length; i += 1) {
    edges[first[i] as number]?.push(i)
    edges[second[i] as number]?.push(i)
  }
  return edges
}

function otherEnd({ first, second }: PoolGraph, edge: number, token: number): number {
  return (first[edge] === token ? second[edge] : first[edge]) as number
}

type Extension = { readonly link: Link; readonly edge: number; readonly reached: number }

function extendPath(graph: PoolGraph, search: GivenAmount, step: Extension): Link | undefined {
  const { link, edge, reached } = step
  if (usesPool(graph, link, edge)) return undefined
  const isSell = search.kind === 'sell'
  const direction = (graph.first[edge] === link.token) === isSell ? 1 : -1
  const curve = graph.curves[edge]
  if (!curve) return undefined
  const amount = isSell
    ? curveOut(curve, direction, link.amount)
    : curveIn(curve, direction, link.amount)
  const whole = amount > maxExact ? amount : isSell ? Math.floor(amount) : Math.ceil(amount)
  if (!(whole > 0) || whole === Number.POSITIVE_INFINITY) return undefined
  const cost = link.cost + (graph.costs[edge] as number)
  return { token: reached, amount: whole, cost, edge, before: link }
}

/** Returns whether the path already uses the pool of an edge. */
function usesPool({ pools }: PoolGraph, link: Link, edge: number): boolean {
  for (let at: Link | undefined = link; at && at.edge >= 0; at = at.before) {
    if (pools[at.edge] === pools[edge]) return true
  }
  return false
}

function keepParetoOptimal(kind: 'sell' | 'buy', frontier: Frontier, candidate: Link): void {
  const links = frontier.get(candidate.token) ?? []
  const dominates = (a: Link, b: Link) =>
    a.cost <= b.cost && (kind === 'sell' ? a.amount >= b.amount : a.amount <= b.amount)
  if (links.some((link) => dominates(link, candidate))) return
  frontier.set(candidate.token, [...links.filter((link) => !dominates(candidate, link)), candidate])
}

function toLegs(kind: 'sell' | 'buy', end: Link): readonly Leg[] {
  const legs: Leg[] = []
  for (let { before, ...link } = end; before; { before, ...link } = before) {
    const ends = kind === 'sell' ? [before, link] : [link, before]
    const [from, to] = ends as [Omit<Link, 'before'>, Omit<Link, 'before'>]
    legs.push({
      edge: link.edge,
      from: from.token,
      to: to.token,
      amountIn: from.amount,
      amountOut: to.amount,
      isFull: false,
      turn: 0,
    })
  }
  return kind === 'sell' ? legs.reverse() : legs
}
