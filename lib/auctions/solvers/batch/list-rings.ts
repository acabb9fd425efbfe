import type { Network } from './circulation'

/** A closed way through a network without a node twice, and what flows around it. */
export type Ring = {
  readonly arcs: readonly { readonly arc: number; readonly isForward: boolean }[]
  readonly flow: number
}

/** Flow along an arc below this part of the largest one is rounding. */
const rounded = 1e-9

/** Divides a circulation into rings, short ones where there are such; what rounding leaves over is in none. */
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

/** The arc, and the fewest others that lead from its end back to its start; undefined when none do. */
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
