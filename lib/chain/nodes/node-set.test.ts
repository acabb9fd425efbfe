import { expect, test } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { faultsOf, maxBehind, mayTestify, type NodeState, pinnedIndex } from './node-set'

const network = { chainId: 1, blockSeconds: 12 }
const genesis: Hex = '0x01'

/** A node whose head is an hour old, as all are on a chain that has halted. */
function node(number: bigint, terms: Partial<NodeState> = {}): NodeState {
  const head = { number, hash: '0x02', parentHash: '0x03', timestamp: 0 } as const
  return { chainId: 1, genesis, head, headAgeMs: 3_600_000, answers: true, lacks: [], ...terms }
}

const pinned = (...states: NodeState[]) => pinnedIndex(faultsOf(network, states))

test('pins the first current node in the order of the operator', () => {
  expect(pinned(node(10n), node(12n))).toBe(0)
  expect(pinned(node(9n), node(12n))).toBe(1)
  expect(pinned(node(9n), node(11n), node(12n))).toBe(1)
})

test('counts a node within two blocks or five seconds of the highest head as current', () => {
  expect([12, 5, 2, 0.25].map((blockSeconds) => maxBehind({ blockSeconds }))).toEqual([
    ...[2n, 2n, 3n, 20n],
  ])
})

test('believes a node with a fresh head, whatever number another one reports', () => {
  const honest = node(9n, { headAgeMs: 14_000 })
  const ahead = node(12n, { headAgeMs: 0 })
  expect(faultsOf(network, [honest, ahead])).toEqual([undefined, undefined])
  expect(pinned(honest, ahead)).toBe(0)
  expect(pinned(ahead, honest)).toBe(0)
  const stale = node(9n, { headAgeMs: 36_000 })
  expect(faultsOf(network, [stale, ahead])).toEqual([{ code: 'behind', blocks: 3n }, undefined])
})

test('tells a fresh head from an old one despite clocks that differ by some seconds', () => {
  const isBehind = (blockSeconds: number, ageSeconds: number) => {
    const states = [node(9n, { headAgeMs: ageSeconds * 1_000 }), node(1_000n)]
    return faultsOf({ chainId: 1, blockSeconds }, states)[0]?.code === 'behind'
  }
  for (const [blockSeconds, oldSeconds] of [
    ...([
      [12, 36],
      [5, 15],
      [2, 8],
      [0.25, 8],
    ] as const),
  ]) {
    expect(isBehind(blockSeconds, blockSeconds + 5)).toBe(false)
    expect(isBehind(blockSeconds, oldSeconds)).toBe(true)
    expect(isBehind(blockSeconds, -5)).toBe(false)
    expect(isBehind(blockSeconds, -60)).toBe(true)
  }
})

test('finds no fault while a chain without new blocks is equally old at all nodes', () => {
  expect(faultsOf(network, [node(10n), node(12n)])).toEqual([undefined, undefined])
})

test('never pins a node of another chain, and ignores its head', () => {
  const other = node(1_000n, { chainId: 5 })
  const fork = node(1_000n, { genesis: '0x09' })
  expect(pinned(other, node(12n))).toBe(1)
  expect(pinned(node(12n), fork)).toBe(0)
  expect(pinned(other)).toBeUndefined()
  const faults = faultsOf(network, [other, node(12n), fork])
  expect(faults.map((fault) => fault?.code)).toEqual(['otherChain', undefined, 'otherGenesis'])
  expect(faults.map(mayTestify)).toEqual([false, true, false])
})

test('pins a silent node only if no other can be used', () => {
  const silent = node(12n, { answers: false })
  expect(pinned(silent, node(12n))).toBe(1)
  expect(pinned(silent, silent)).toBe(0)
  expect(pinned(silent, node(1n, { chainId: 5 }))).toBe(0)
})

test('pins a node without a required method only if no other has it, but lets it testify', () => {
  const poor = node(12n, { lacks: ['eth_simulateV1'] })
  expect(pinned(poor, node(12n))).toBe(1)
  expect(pinned(poor)).toBe(0)
  expect(pinned(node(12n, { lacks: ['debug_traceCall'] }), node(12n))).toBe(0)
  expect(mayTestify(faultsOf(network, [poor])[0])).toBe(true)
})

test('trusts a node that it has not checked yet', () => {
  const fresh: NodeState = { ...node(0n), chainId: undefined, genesis: undefined, head: undefined }
  expect(pinned(fresh, node(12n))).toBe(0)
})
