import type { Network } from './circulation'

/** A simple cycle of a network, and its flow. */
export type Ring = {
  readonly arcs: readonly { readonly arc: number; readonly isForward: boolean }[]
  readonly flow: number
}

/** Flow below this fraction of the largest is rounding error. */
const rounded = 1e-9

/** Decomposes a circulation into rings, preferring short ones; rounding residues belong to none. */
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
