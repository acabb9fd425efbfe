import type { GivenAmount } from './dual/dual'
import type { Leg } from './execution/flow'
import { curveIn, curveOut } from './graph/pool-curve'
import { buyIndex, type PoolGraph, sellIndex } from './graph/pool-graph'

/** A partial path: the token and amount it has come to, and how. */
type Link = {
  readonly token: number
  readonly amount: number
  readonly cost: number
  readonly edge: number
  readonly before: Link | undefined
}

type Frontier = Map<number, Link[]>

/** The most pools that one path passes through. */
const maxHops = 3

/** Numbers up to here are whole atoms that a float tells apart, so that rounding can be followed. */
const exact = 2 ** 52

/**
 * The best single paths of at most three pools after the cost of these, best first, at most `max` of them. A path is
 * sought in floats, so that two that differ by less than some atoms may change places.
 *
 * Hop by hop it keeps, per token, the links that no other beats in amount and cost both: a larger amount gives
 * more in every pool.
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
          const longer = pass(graph, search, { link, edge, reached })
          if (longer) keepUnbeaten(search.kind, next, longer)
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

type Step = { readonly link: Link; readonly edge: number; readonly reached: number }

function pass(graph: PoolGraph, search: GivenAmount, step: Step): Link | undefined {
  const { link, edge, reached } = step
  if (usesPool(graph, link, edge)) return undefined
  const isSell = search.kind === 'sell'
  const direction = (graph.first[edge] === link.token) === isSell ? 1 : -1
  const curve = graph.curves[edge]
  if (!curve) return undefined
  const amount = isSell
    ? curveOut(curve, direction, link.amount)
    : curveIn(curve, direction, link.amount)
  const whole = amount > exact ? amount : isSell ? Math.floor(amount) : Math.ceil(amount)
  if (!(whole > 0) || whole === Number.POSITIVE_INFINITY) return undefined
  const cost = link.cost + (graph.costs[edge] as number)
  return { token: reached, amount: whole, cost, edge, before: link }
}

/** Whether a pool of several tokens is on the path already. */
function usesPool({ pools }: PoolGraph, link: Link, edge: number): boolean {
  for (let at: Link | undefined = link; at && at.edge >= 0; at = at.before) {
    if (pools[at.edge] === pools[edge]) return true
  }
  return false
}

function keepUnbeaten(kind: 'sell' | 'buy', frontier: Frontier, candidate: Link): void {
  const links = frontier.get(candidate.token) ?? []
  const beats = (a: Link, b: Link) =>
    a.cost <= b.cost && (kind === 'sell' ? a.amount >= b.amount : a.amount <= b.amount)
  if (links.some((link) => beats(link, candidate))) return
  frontier.set(candidate.token, [...links.filter((link) => !beats(candidate, link)), candidate])
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
