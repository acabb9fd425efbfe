import loadHighs from 'highs'
import { expect, test } from 'vitest'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { findCirculation, listRings, type Network } from './circulation'

function randomNetwork(seed: number, nodeCount: number, arcs: number): Network {
  const random = seededRandom(seed)
  const node = () => Math.floor(random() * nodeCount)
  const pairs = Array.from({ length: arcs }, () => {
    const from = node()
    return [from, (from + 1 + Math.floor(random() * (nodeCount - 1))) % nodeCount] as const
  })
  return {
    nodeCount,
    from: Int32Array.from(pairs, ([from]) => from),
    to: Int32Array.from(pairs, ([, to]) => to),
    gain: Float64Array.from(pairs, () => random()),
    max: Float64Array.from(pairs, () => random() * 10),
    min: Float64Array.from(pairs, () => -random() * 3),
  }
}

/** Net inflow of each node. */
function excessOf({ nodeCount, from, to }: Network, flow: Float64Array): Float64Array {
  const excess = new Float64Array(nodeCount)
  for (const [arc, each] of flow.entries()) {
    excess[from[arc] as number] = (excess[from[arc] as number] ?? 0) - each
    excess[to[arc] as number] = (excess[to[arc] as number] ?? 0) + each
  }
  return excess
}

function gainOf({ gain }: Network, flow: Float64Array): number {
  return flow.reduce((sum, each, arc) => sum + each * (gain[arc] as number), 0)
}

/** The optimum by a linear program. */
async function maxGain({ nodeCount, from, to, gain, max, min }: Network): Promise<number> {
  const arcs = [...gain.keys()]
  const balances = Array.from({ length: nodeCount }, (_, node) => {
    const terms = arcs.flatMap((arc) => [
      ...(to[arc] === node ? [`+ f${arc}`] : []),
      ...(from[arc] === node ? [`- f${arc}`] : []),
    ])
    return terms.length > 0 ? [`${terms.join(' ')} = 0`] : []
  }).flat()
  const bounds = arcs.map((arc) => `${min[arc]} <= f${arc} <= ${max[arc]}`)
  const aim = arcs.map((arc) => `+ ${gain[arc]} f${arc}`).join(' ')
  const highs = await loadHighs()
  const program = ['Maximize', aim, 'Subject To', ...balances, 'Bounds', ...bounds, 'End']
  return highs.solve(program.join('\n')).ObjectiveValue
}

const sizes = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => [seed, 2 + seed, 4 * seed] as const)

test.each(sizes)('the circulation gains as much as a linear program: %i', async (...size) => {
  const network = randomNetwork(...size)
  const flow = findCirculation(network)
  expect(Math.max(...excessOf(network, flow).map(Math.abs))).toBeLessThan(1e-9)
  for (const [arc, each] of flow.entries()) {
    expect(each).toBeLessThanOrEqual(network.max[arc] as number)
    expect(each).toBeGreaterThanOrEqual(network.min[arc] as number)
  }
  expect(gainOf(network, flow)).toBeCloseTo(await maxGain(network), 6)
})

test.each(sizes)('rings are simple cycles and add up to the circulation: %i', (...size) => {
  const network = randomNetwork(...size)
  const flow = findCirculation(network)
  const sum = new Float64Array(flow.length)
  for (const ring of listRings(network, flow)) {
    const nodes = ring.arcs.map(
      ({ arc, isForward }) => (isForward ? network.from : network.to)[arc],
    )
    expect(new Set(nodes).size).toBe(nodes.length)
    for (const { arc, isForward } of ring.arcs) {
      sum[arc] = (sum[arc] as number) + (isForward ? ring.flow : -ring.flow)
    }
    const single = new Float64Array(flow.length)
    for (const { arc, isForward } of ring.arcs) single[arc] = isForward ? 1 : -1
    expect(excessOf(network, single).every((each) => each === 0)).toBe(true)
  }
  for (const [arc, each] of flow.entries()) expect(sum[arc]).toBeCloseTo(each, 6)
})
