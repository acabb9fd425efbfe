import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Arcs, createLabelBudget, findPathRates } from './simple-paths'

const nodeCount = 6
const arc = fc.record({
  from: fc.nat(nodeCount - 1),
  to: fc.nat(nodeCount - 1),
  // Most cycles of these gain or lose a little, some much.
  rate: fc.oneof(
    fc.double({ min: 0.98, max: 1.02, noNaN: true }),
    fc.double({ min: 0.1, max: 5, noNaN: true }),
  ),
})
const graph = fc.array(arc, { maxLength: 24 }).map((arcs): Arcs => {
  const kept = arcs.filter(({ from, to }) => from !== to)
  return {
    nodeCount,
    from: kept.map(({ from }) => from),
    to: kept.map(({ to }) => to),
    rate: kept.map(({ rate }) => rate),
  }
})
const [start, end] = [0, 1]

test('finds the best rates over all enumerated simple paths', () => {
  fc.assert(
    fc.property(graph, (arcs) => {
      const rates = search(arcs)
      expect(rates).toBeDefined()
      for (let node = 0; node < nodeCount; node += 1) {
        expectClose(rates?.best[node], bestRate(arcs, [node]))
        const path = rates?.pathFrom(node) ?? []
        if (path.length > 0) expectClose(rates?.best[node], rateAlong(arcs, path))
        expect(new Set(path).size).toBe(path.length)
      }
    }),
    { numRuns: 2_000, seed: 1 },
  )
})

test('bounds rates that avoid a node between those of enumerated paths and the best', () => {
  fc.assert(
    fc.property(graph, fc.nat(nodeCount - 1), fc.nat(nodeCount - 1), (arcs, node, avoided) => {
      if (node === avoided) return
      const rates = search(arcs)
      const avoiding = rates?.bestAvoiding(node, avoided) ?? 0
      expect(avoiding).toBeGreaterThanOrEqual(bestRate(arcs, [node], avoided) * (1 - 1e-12))
      expect(avoiding).toBeLessThanOrEqual(rates?.best[node] ?? 0)
    }),
    { numRuns: 2_000, seed: 2 },
  )
})

test('gives up on a graph with too many paths', () => {
  const count = 40
  const pairs = Array.from({ length: count * count }, (_, i) => [Math.floor(i / count), i % count])
  const dense = pairs.filter(([from, to]) => from !== to) as [number, number][]
  const arcs = {
    nodeCount: count,
    from: dense.map(([from]) => from),
    to: dense.map(([, to]) => to),
    rate: dense.map(([from, to]) => 1 + ((7 * from + 11 * to) % 13) / 100),
  }
  expect(search(arcs)).toBeUndefined()
})

test('stops the searches of a route when its label budget is spent', () => {
  const arcs = { nodeCount: 3, from: [0, 2], to: [2, 1], rate: [1, 1] }
  const budget = createLabelBudget(3)
  let searches = 0
  while (findPathRates(arcs, { start, end }, budget)) searches += 1
  expect(searches).toBeGreaterThan(1_000)
  expect(searches).toBeLessThan(10_000)
})

function search(arcs: Arcs) {
  return findPathRates(arcs, { start, end }, createLabelBudget(arcs.nodeCount))
}

function expectClose(found: number | undefined, expected: number): void {
  expect(Math.abs((found ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-9 * expected)
}

/** The best rate from the last node of a path on, by enumeration. */
function bestRate(arcs: Arcs, path: readonly number[], avoided?: number): number {
  const at = path.at(-1)
  if (at === end) return 1
  let best = 0
  for (let i = 0; i < arcs.from.length; i += 1) {
    const to = arcs.to[i] as number
    if (arcs.from[i] !== at || to === start || to === avoided || path.includes(to)) continue
    best = Math.max(best, (arcs.rate[i] as number) * bestRate(arcs, [...path, to], avoided))
  }
  return best
}

function rateAlong({ from, to, rate }: Arcs, path: readonly number[]): number {
  return path.slice(1).reduce((product, node, k) => {
    const parallel = rate.filter((_, i) => from[i] === path[k] && to[i] === node)
    return product * Math.max(...parallel)
  }, 1)
}
